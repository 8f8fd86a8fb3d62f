/* SPDX-License-Identifier: ISC */
/* Where a link in running text ends, and how to write one so that it ends at its end (UTS #58). */
#ifndef IRI_LINK_END_H
#define IRI_LINK_END_H

#include "lib/base/buf.h"

enum iri_link_end_flags {
	LINK_END_CJK = 1 << 0,   /* where a Chinese, Japanese or Korean reader would end it */
	LINK_END_EXACT = 1 << 1, /* by the rules of UTS #58 alone */
};

/*
 * Returns the end of a link in the text from p to end. p: the start of its path, query or fragment, or of the text
 * after a scheme that has no authority. Returns p if no character there can be part of a link. before: the byte before
 * the link, or 0. stop: if not NULL, *stop becomes the character that ends the link, or end. Between the two are
 * characters that cannot be the last of a link, as "." is. The text need not be UTF-8: other bytes end a link.
 *
 * UTS #58 lets links have characters that no IRI can have, like a double quotation mark (RFC 3987, section 2.2). In
 * source code, data and markup these end a link. So here they do, unless they stand in a template, in an escape, or,
 * for a quotation mark, inside of a word.
 */
const char *iri_link_end(const char *p, const char *end, char before, unsigned flags, const char **stop);

/*
 * Appends s, and percent-encodes each character in it at which iri_link_end would return too early. Encodes only
 * characters whose encoding keeps the URI: non-ASCII characters and ".". Returns s.n, or the offset of the first
 * character that would have to be encoded, but is not one of these; then the text appended is incomplete. s: UTF-8;
 * begins where the text of iri_link_end begins
 */
size_t iri_link_escape(struct iri_str s, struct iri_buf *out);

/* Whether a character is a letter of Han, Kana, Bopomofo or Hangul, wide and narrow forms included. */
bool iri_is_cjk(uint32_t ch);

#endif
