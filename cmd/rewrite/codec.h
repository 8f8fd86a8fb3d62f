/* SPDX-License-Identifier: ISC */
/* Writes references as links of a document, with the syntax of the links that they replace. */
#ifndef REWRITE_H
#define REWRITE_H

#include "cmd/base/charset.h"
#include "cmd/finder/layer.h"

/*
 * Returns the reference as it can be written in the charset of the document: in text and Markdown, a character that the
 * charset lacks becomes percent-encoded. HTML, XML, CSS and JSON need no change, since rewrite_link writes character
 * references and escapes.
 * The result is a view of the reference or of `buf`. cs: the decoder of the document; NULL: the document is in UTF-8
 */
struct iri_str rewrite_fit(const struct span_style *style, struct charset *cs, struct iri_str reference,
                           struct iri_buf *buf);

/*
 * Appends the text that replaces a link, in UTF-8, so that the reference is read there: encoded by each codec of the
 * style, from the innermost on. Returns NULL, or why it cannot be written. Characters that a codec cannot express, and
 * does not know, stay as they are, for example a line end in a destination, so the new document must be searched.
 * *before: the number of bytes before the link in the text; 1 if "<>" was added in Markdown, else 0. reference: from
 * rewrite_fit
 */
const char *rewrite_link(const struct span_style *style, struct charset *cs, struct iri_str reference,
                         struct iri_buf *out, size_t *before);

/*
 * The step of one codec: appends the text that codec_read reads as s. For what a codec can express, codec_read of this
 * text is s. Returns what rewrite_link returns. *before: 1 if "<>" was added, else 0
 */
const char *codec_write(struct codec_use use, struct charset *cs, struct iri_str s, struct iri_buf *out,
                        size_t *before);

#endif
