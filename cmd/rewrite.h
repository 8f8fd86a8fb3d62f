/* SPDX-License-Identifier: ISC */
/* Writes references as links of a document, in the place of links that stand there. */
#ifndef REWRITE_H
#define REWRITE_H

#include "charset.h"
#include "span.h"

/*
 * Returns the reference that can stand in the place of the link. Text and Markdown have no way to write a character
 * that their charset lacks: it becomes percent-encoded. The result is a view of the reference or of `buf`. cs: the
 * decoder of the document; NULL: the document is in UTF-8
 */
struct iri_str rewrite_fit(const struct span *link, struct charset *cs, struct iri_str reference, struct iri_buf *buf);

/* Whether the reference has characters that can be markup in running text of Markdown, so that `escapes` matters. */
bool rewrite_has_markup(struct iri_str reference);

/*
 * Appends the text, in UTF-8, that means the reference in the place of the link: with character references in HTML and
 * XML, and with backslashes or in "<>" in Markdown. What the format cannot express stays as it is, for example a line
 * end in a destination. So the document must be searched again. Returns the number of bytes that stand before the link
 * in the text: 1 for "<", else 0. reference: from rewrite_fit
 */
size_t rewrite_link(const struct span *link, struct charset *cs, struct iri_str reference, struct iri_buf *out);

#endif
