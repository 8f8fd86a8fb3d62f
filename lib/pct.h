/* SPDX-License-Identifier: ISC */
/* Percent-encoding (RFC 3986, section 2.1). */
#ifndef IRI_PCT_H
#define IRI_PCT_H

#include "chars.h"
#include "iri.h"
#include "triplet.h"

/* Whether two hexadecimal digits follow the "%" at p. */
static inline bool iri_is_triplet(const char *p, const char *end)
{
	return end - p >= 3 && (iri_byte_class(p[1]) & CHAR_HEXDIG) && (iri_byte_class(p[2]) & CHAR_HEXDIG);
}

/* The value of each hexadecimal digit. */
extern const uint8_t iri_hex_values[256];

static inline unsigned iri_hex_value(char c)
{
	return iri_hex_values[(unsigned char)c];
}

/* The octet of the triplet at p. */
static inline unsigned iri_triplet_octet(const char *p)
{
	return iri_hex_value(p[1]) << 4 | iri_hex_value(p[2]);
}

/* Whether percent-encoding the octet is needless: it is unreserved (RFC 3986, section 2.3). */
static inline bool iri_is_needless(unsigned octet)
{
	return octet < 0x80 && iri_byte_class((char)octet) & CHAR_UNRESERVED;
}

/* Lower case for what is ASCII of the n bytes at p, but not in triplets (section 5.3.2.1). */
void iri_pct_lower(char *p, size_t n);

/* Room for n triplets and some slack, or NULL when out of memory. */
static inline char *iri_reserve_triplets(struct iri_buf *out, size_t n, size_t slack)
{
	return n < SIZE_MAX / 8 ? iri_buf_reserve(out, 3 * n + slack) : iri_buf_grow(out, SIZE_MAX);
}

/* Appends each byte of s as a triplet in upper case (section 3.1, step 2.2). */
void iri_pct_encode(struct iri_buf *out, struct iri_str s);

/*
 * Appends s, part of a parsed reference, with each byte that is not ASCII as a triplet (section 3.1, step 2); all ASCII
 * passes. padded: IRI_PADDING bytes behind s may be read.
 */
static inline void iri_pct_map(struct iri_buf *out, struct iri_str s, bool padded)
{
	char *const to = iri_reserve_triplets(out, s.n, 2 * IRI_MAPPED_SLACK);

	if (!to)
		return;
	/* Without padding, from a copy behind the room for the result, which does not overtake what is read. */
	const char *const p = padded ? s.p : s.n ? memcpy(to + 2 * s.n + IRI_MAPPED_SLACK, s.p, s.n) : to;
	out->n = (size_t)(iri_put_mapped(to, p, p + s.n) - out->p);
}

/* The same, and also each CHAR_EXCLUDED: of what was parsed with IRI_ALLOW_LEIRI. */
void iri_pct_map_excluded(struct iri_buf *out, struct iri_str s);

/* Appends s with the triplets decoded that are unreserved or, with beyond, octets from 0x80 on. */
void iri_pct_decode_needless(struct iri_buf *out, struct iri_str s, bool beyond);

/* Appends s with each triplet replaced by its byte, whatever it is; a "%" that begins none stays. */
void iri_pct_decode(struct iri_buf *out, struct iri_str s);

#endif
