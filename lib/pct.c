/* SPDX-License-Identifier: ISC */
#include "pct.h"

#include "scan.h"

#include <string.h>

/* The triplet of each byte, in upper case to reduce variability (section 3.1, step 2.2). */
/* clang-format off */
#define ROW(hi) \
	{'%', hi, '0'}, {'%', hi, '1'}, {'%', hi, '2'}, {'%', hi, '3'}, {'%', hi, '4'}, {'%', hi, '5'}, \
	{'%', hi, '6'}, {'%', hi, '7'}, {'%', hi, '8'}, {'%', hi, '9'}, {'%', hi, 'A'}, {'%', hi, 'B'}, \
	{'%', hi, 'C'}, {'%', hi, 'D'}, {'%', hi, 'E'}, {'%', hi, 'F'}
/* clang-format on */
const char iri_triplets[256][4] = {
	ROW('0'), ROW('1'), ROW('2'), ROW('3'), ROW('4'), ROW('5'), ROW('6'), ROW('7'),
	ROW('8'), ROW('9'), ROW('A'), ROW('B'), ROW('C'), ROW('D'), ROW('E'), ROW('F'),
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

void iri_pct_map(struct iri_buf *out, struct iri_str s, bool excluded)
{
	char *to = reserve_triplets(out, s.n);
	if (!to)
		return;
	const char *p = s.p, *end = p + s.n;
	while (p < end) {
		/* Eight bytes at once, of which those in front that are ASCII count; there is room for all. */
		while (end - p >= 8 && !excluded) {
			uint64_t eight;
			memcpy(&eight, p, 8);
			memcpy(to, &eight, 8);
			const unsigned ascii = iri_ascii_prefix(eight);
			p += ascii;
			to += ascii;
			if (ascii < 8)
				break;
		}
		while (p < end && (unsigned char)*p >= 0x80)
			to = iri_put_triplet(to, *p++);
		for (; p < end && (unsigned char)*p < 0x80 && (excluded || end - p < 8); p++) {
			if (iri_byte_class(*p) & CHAR_EXCLUDED)
				to = iri_put_triplet(to, *p);
			else
				*to++ = *p;
		}
	}
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
		const bool needless = octet < 0x80 ? (iri_byte_class((char)octet) & CHAR_UNRESERVED) != 0 : beyond;
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
