/* SPDX-License-Identifier: ISC */
/* Where a link in running text ends, and how to write one so that it ends at its end (UTS #58). */
#ifndef IRI_LINK_END_H
#define IRI_LINK_END_H

#include "lib/base/buf.h"

/*
 * Returns the end of a link in the text from p to end. p: the start of its path, query or fragment, or of the text
 * after a scheme that has no authority. Returns p if no character there can be part of a link. cjk: ends the link where
 * a Chinese, Japanese or Korean reader would end it. The text need not be UTF-8: other bytes end a link.
 */
const char *iri_link_end(const char *p, const char *end, bool cjk);

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
