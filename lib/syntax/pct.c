/* SPDX-License-Identifier: ISC */
#include "pct.h"

#include "lib/base/bits.h"
#include "lib/base/str.h"

#include <string.h>

const uint8_t iri_hex_values[256] = {
	['0'] = 0, ['1'] = 1, ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7, ['8'] = 8, ['9'] = 9,
	['A'] = 10, ['B'] = 11, ['C'] = 12, ['D'] = 13, ['E'] = 14, ['F'] = 15,
	['a'] = 10, ['b'] = 11, ['c'] = 12, ['d'] = 13, ['e'] = 14, ['f'] = 15,
};

/* Appends s, with these bytes percent-encoded: all or, if all is not set, those that are non-ASCII or CHAR_EXCLUDED. */
static inline void pct_encode(struct iri_buf *out, struct iri_str s, bool all)
{
	char *to = iri_reserve_pct(out, s.n, 1);

	if (!to)
		return;
	for (size_t i = 0; i < s.n; i++)
		if (all || (unsigned char)s.p[i] >= 0x80 || iri_byte_class(s.p[i]) & CHAR_EXCLUDED)
			to = iri_put_pct(to, s.p[i]);
		else
			*to++ = s.p[i];
	out->n = (size_t)(to - out->p);
}

void iri_pct_encode(struct iri_buf *out, struct iri_str s)
{
	pct_encode(out, s, true);
}

void iri_pct_map_excluded(struct iri_buf *out, struct iri_str s)
{
	pct_encode(out, s, false);
}

/*
 * Appends s, with these percent-encoded octets decoded: all or, if all is not set, those that encode unreserved
 * characters or, if non_ascii is set, octets from 0x80 on.
 */
static inline void pct_decode(struct iri_buf *out, struct iri_str s, bool all, bool non_ascii)
{
	char *to = iri_buf_reserve(out, s.n);

	if (!to || !s.n)
		return;
	/* Most text has no percent-encoded octet. */
	const char *const end = s.p + s.n, *const first = iri_find_byte(s.p, end, '%');
	memcpy(to, s.p, (size_t)(first - s.p));
	to += first - s.p;
	for (const char *p = first; p < end; p++) {
		const bool is_encoded = *p == '%' && iri_is_pct(p, end);
		const unsigned octet = is_encoded ? iri_pct_octet(p) : 0;
		const bool decoded = is_encoded && (all || (octet < 0x80 ? iri_is_needless(octet) : non_ascii));
		*to++ = decoded ? (char)octet : *p;
		p += decoded ? 2 : 0;
	}
	out->n = (size_t)(to - out->p);
}

void iri_pct_decode(struct iri_buf *out, struct iri_str s)
{
	pct_decode(out, s, true, true);
}

void iri_pct_decode_needless(struct iri_buf *out, struct iri_str s, bool non_ascii)
{
	pct_decode(out, s, false, non_ascii);
}

void iri_pct_lower(char *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (; n - i >= 8 && !iri_equal_bytes(iri_load8(p + i), '%'); i += 8) {
			uint64_t word;
			memcpy(&word, p + i, 8);
			word |= iri_upper_bytes(word) >> 2; /* 0x20 in each of these bytes */
			memcpy(p + i, &word, 8);
		}
		if (i == n)
			return;
		if (p[i] == '%')
			i += 2;
		else
			p[i] = iri_lower(p[i]);
	}
}
