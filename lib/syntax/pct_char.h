/* SPDX-License-Identifier: ISC */
/* Splits a component into characters, percent-encoded or not. */
#ifndef IRI_PCT_CHAR_H
#define IRI_PCT_CHAR_H

#include "pct.h"

#include "lib/base/bits.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

/*
 * What counts as a character of a component: a raw character, a percent-encoded one, or an encoded octet that is not
 * part of UTF-8.
 */
struct iri_pct_char {
	const char *p;
	size_t len;           /* in bytes of the component */
	uint32_t ch;
	bool encoded;
	bool octet;           /* an encoded octet that is not part of UTF-8; ch is the octet */
};

/*
 * Decodes the percent-encoded octets at p if their octets are a common sequence (see iri_common_sequence): writes the
 * octets to `octets`, sets *ch to their character, and returns their number, 2 or 3. Else returns 0; it may then have
 * written up to 3 octets and changed *ch. The text must have been parsed, so that each "%" begins a percent-encoded
 * octet.
 */
IRI_INLINE size_t iri_common_pct(const char *p, const char *end, char *octets, uint32_t *ch)
{
	if (end - p < 6 || p[0] != '%' || p[3] != '%')
		return 0;
	const unsigned first = iri_pct_octet(p), second = iri_pct_octet(p + 3), n = iri_common_length[first];
	if (!n || second < iri_common_second[first] || !iri_is_trail((unsigned char)second))
		return 0;
	octets[0] = (char)first;
	octets[1] = (char)second;
	*ch = (first & 0x1F) << 6 | (second & 0x3F);
	if (n == 2)
		return 2;
	if (end - p < 9 || p[6] != '%')
		return 0;
	const unsigned third = iri_pct_octet(p + 6);
	octets[2] = (char)third;
	*ch = (*ch & 0x3FF) << 6 | (third & 0x3F);
	return iri_is_trail((unsigned char)third) ? 3 : 0;
}

/* Returns the character at p (p < end). The text must have been parsed. */
static inline struct iri_pct_char iri_next_pct_char(const char *p, const char *end)
{
	struct iri_pct_char u = {.p = p, .len = 1, .ch = (unsigned char)*p};
	char octets[4] = {0};
	size_t n = 0;

	if (u.ch != '%') {
		if (u.ch >= 0x80)
			u.len = iri_utf8_decode(p, end, &u.ch); /* parsed text is well-formed */
		return u;
	}
	u.encoded = true;
	u.len = 3 * iri_common_pct(p, end, octets, &u.ch);
	if (u.len)
		return u;
	u.len = 3;
	u.ch = iri_pct_octet(p);
	if (u.ch < 0x80)
		return u;
	for (const size_t want = iri_utf8_length(u.ch); n < want && p < end && *p == '%'; p += 3)
		octets[n++] = (char)iri_pct_octet(p);
	n = iri_utf8_decode(octets, octets + n, &u.ch);
	if (n)
		u.len = 3 * n;
	else
		u.ch = (unsigned char)octets[0];
	u.octet = !n;
	return u;
}

#endif
