/* SPDX-License-Identifier: ISC */
/* Strict UTF-8 (RFC 3629): no overlong sequences, no surrogates, nothing above U+10FFFF (section 8). */
#ifndef IRI_UTF8_H
#define IRI_UTF8_H

#include "lib/iri.h"

/* Whether c is a trailing byte, 0x80 to 0xBF. */
static inline bool iri_is_trail(unsigned char c)
{
	return (c & 0xC0) == 0x80;
}

/* Returns the length in bytes of a sequence that begins with this lead byte, which is at least 0xC0. */
static inline size_t iri_utf8_length(uint32_t first)
{
	return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/*
 * Decodes the character at s (s < end) to *ch. Returns its length in bytes. If it is not well-formed, returns 0, and
 * *ch is unspecified.
 */
static inline size_t iri_utf8_decode(const char *s, const char *end, uint32_t *ch)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t n = (size_t)(end - s);
	uint32_t c = p[0];

	if (c < 0x80) {
		*ch = c;
		return 1;
	}
	if (c < 0xE0) {
		if (c < 0xC2 || n < 2 || !iri_is_trail(p[1]))
			return 0;
		*ch = (c & 0x1F) << 6 | (p[1] & 0x3Fu);
		return 2;
	}
	if (c < 0xF0) {
		if (n < 3 || !iri_is_trail(p[1]) || !iri_is_trail(p[2]))
			return 0;
		c = (c & 0x0F) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
		*ch = c;
		return c < 0x800 || (c >= 0xD800 && c < 0xE000) ? 0 : 3;
	}
	if (n < 4 || c > 0xF4 || !iri_is_trail(p[1]) || !iri_is_trail(p[2]) || !iri_is_trail(p[3]))
		return 0;
	c = (c & 0x07) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
	*ch = c;
	return c < 0x10000 || c > 0x10FFFF ? 0 : 4;
}

/*
 * Returns the character at p, and sets *next to its end. Returns 0 at the end of the text, and for a byte that is not
 * part of a well-formed sequence; then *next is after that byte.
 */
static inline uint32_t iri_utf8_next(const char *p, const char *end, const char **next)
{
	uint32_t ch = 0;
	const size_t n = p < end ? iri_utf8_decode(p, end, &ch) : 0;

	*next = p + (n ? n : p < end);
	return n ? ch : 0;
}

/*
 * Returns what is wrong with the ill-formed sequence at s (s < end), as static text. Sets *len to the number of bytes
 * at fault: the lead byte and the trailing bytes that follow it, as far as they belong to it.
 */
const char *iri_utf8_fault(const char *s, const char *end, size_t *len);

/* Whether s is well-formed UTF-8. */
static inline bool iri_is_utf8(struct iri_str s)
{
	return iri_check_utf8(s, NULL) == IRI_OK;
}

/* Returns the number of characters in s. A byte that is not part of a well-formed sequence counts as one character. */
size_t iri_count_chars(struct iri_str s);

/* Returns the length in bytes of the overlong sequence at s (s < end), or 0 if there is none or it is incomplete. */
static inline size_t iri_utf8_overlong(const char *s, const char *end)
{
	const unsigned char *p = (const unsigned char *)s;
	const size_t n = (size_t)(end - s), want = iri_utf8_length(p[0]);

	if (n < want || !iri_is_trail(p[1]) || (want > 2 && !iri_is_trail(p[2])) || (want > 3 && !iri_is_trail(p[3])))
		return 0;
	const bool low = p[0] == 0xC0 || p[0] == 0xC1 || (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
	return low ? want : 0;
}

/* Writes ch, a Unicode scalar value, to p, which has room for 4 bytes. Returns the number of bytes written. */
static inline size_t iri_utf8_encode(uint32_t ch, char *p)
{
	static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
	const size_t n = ch < 0x80 ? 1 : ch < 0x800 ? 2 : ch < 0x10000 ? 3 : 4;

	for (size_t i = n - 1; i > 0; i--, ch >>= 6)
		p[i] = (char)(0x80 | (ch & 0x3F));
	p[0] = (char)(lead[n] | ch);
	return n;
}

#endif
