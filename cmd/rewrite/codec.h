/* SPDX-License-Identifier: ISC */
/* Writes references as links of a document, with the syntax of the links that they replace. */
#ifndef REWRITE_H
#define REWRITE_H

#include "cmd/base/charset.h"
#include "cmd/document/span.h"

/*
 * Returns the reference as it can be written in the charset of the document: in text and Markdown, a character that the
 * charset lacks becomes percent-encoded. HTML and XML need no change, since rewrite_link writes character references.
 * The result is a view of the reference or of `buf`. cs: the decoder of the document; NULL: the document is in UTF-8
 */
struct iri_str rewrite_fit(const struct span *link, struct charset *cs, struct iri_str reference, struct iri_buf *buf);

/*
 * Appends the text that replaces the link, in UTF-8, so that the reference is read there: with character references in
 * HTML and XML; with backslashes, character references or "<>" in Markdown. Characters that the format cannot express
 * stay as they are, for example a line end in a destination, so the new document must be searched. Returns the number
 * of bytes before the link in the text: 1 if "<>" was added, else 0. reference: from rewrite_fit
 */
size_t rewrite_link(const struct span *link, struct charset *cs, struct iri_str reference, struct iri_buf *out);

#endif
