/* SPDX-License-Identifier: ISC */
/* The links of CSS and SCSS, which cmd/markup/css_links.h finds. */
#ifndef CSS_REPORT_H
#define CSS_REPORT_H

#include "cmd/finder/finder.h"
#include "cmd/markup/css_links.h"

/* Finds the links of CSS, the text of a layer, until css_next finds no more. c and at_end: see there */
void css_search(struct finder *f, struct css *c, const struct layer *layer, bool at_end);

/* Finds the links of a layer that is a style sheet or declarations of CSS, unless too many layers are around it. */
void css_search_layer(struct finder *f, const struct layer *layer, bool is_scss);

#endif
