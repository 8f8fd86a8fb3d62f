/* SPDX-License-Identifier: ISC */
/* The text of a link of HTML. */
#ifndef HTML_LABEL_H
#define HTML_LABEL_H

#include "html.h"

/*
 * Returns whether the text of a link, HTML or Markdown, begins with code, after marks of emphasis and tags of other
 * elements.
 */
bool html_label_is_code(const char *p, const char *end);

/*
 * After a piece with has_label: appends the text of the link up to its end tag, as a reader sees it, with the texts of
 * images; white space is not folded. If there is none, appends the title of the link. If memory runs out, sets
 * out->failed. text: as for html_next
 */
void html_label(const struct html *h, struct iri_str text, struct iri_buf *out);

#endif
