/* SPDX-License-Identifier: ISC */
/* The links of HTML: in attributes, texts, style sheets and scripts, from the pieces of cmd/markup/html_pieces.h. */
#ifndef HTML_REPORT_H
#define HTML_REPORT_H

#include "cmd/finder/finder.h"
#include "cmd/markup/html_pieces.h"

/* Finds the links of HTML, a part of a layer, until html_next finds no more pieces. h, text and at_end: see there */
void html_search(struct finder *f, struct html *h, const struct layer *layer, struct iri_str text, bool at_end);

/* Finds the links of a layer that is a document of HTML, unless too many layers are around it. */
void html_search_layer(struct finder *f, const struct layer *layer);

#endif
