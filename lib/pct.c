/* SPDX-License-Identifier: ISC */
#include "pct.h"

#include <string.h>

const uint8_t iri_hex_values[256] = {
	['0'] = 0, ['1'] = 1, ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7, ['8'] = 8, ['9'] = 9,
	['A'] = 10, ['B'] = 11, ['C'] = 12, ['D'] = 13, ['E'] = 14, ['F'] = 15,
	['a'] = 10, ['b'] = 11, ['c'] = 12, ['d'] = 13, ['e'] = 14, ['f'] = 15,
};

/* Room for the worst case, three bytes for one, and one more; NULL when out of memory. */
static char *reserve_triplets(struct iri_buf *out, size_t n)
{
	if (n > SIZE_MAX / 8) {
		out->failed = true;
		return NULL;
	}
	return iri_buf_reserve(out, 3 * n + 1);
}

void iri_pct_encode(struct iri_buf *out, struct iri_str s)
{
	char *to = reserve_triplets(out, s.n);
	if (!to)
		return;
	for (size_t i = 0; i < s.n; i++)
		to = iri_put_triplet(to, s.p[i]);
	out->n = (size_t)(to - out->p);
}

void iri_pct_map_excluded(struct iri_buf *out, struct iri_str s)
{
	char *to = reserve_triplets(out, s.n);

	if (!to)
		return;
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80 || iri_byte_class(s.p[i]) & CHAR_EXCLUDED)
			to = iri_put_triplet(to, s.p[i]);
		else
			*to++ = s.p[i];
	out->n = (size_t)(to - out->p);
}

void iri_pct_decode(struct iri_buf *out, struct iri_str s)
{
	char *to = iri_buf_reserve(out, s.n);
	if (!to)
		return;
	for (const char *p = s.p, *end = p + s.n; p < end; p++) {
		if (*p == '%' && iri_is_triplet(p, end)) {
			*to++ = (char)iri_triplet_octet(p);
			p += 2;
		} else {
			*to++ = *p;
		}
	}
	out->n = (size_t)(to - out->p);
}

void iri_pct_decode_needless(struct iri_buf *out, struct iri_str s, bool beyond)
{
	char *to = iri_buf_reserve(out, s.n);
	if (!to)
		return;
	for (const char *p = s.p, *end = p + s.n; p < end; p++) {
		const unsigned octet = *p == '%' && iri_is_triplet(p, end) ? iri_triplet_octet(p) : 0;
		const bool needless = octet < 0x80 ? iri_is_needless(octet) : beyond;
		*to++ = needless ? (char)octet : *p;
		p += needless ? 2 : 0;
	}
	out->n = (size_t)(to - out->p);
}

void iri_pct_lower(char *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (p[i] == '%')
			i += 2;
		else
			p[i] = iri_lower(p[i]);
	}
}
