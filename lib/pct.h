/* SPDX-License-Identifier: ISC */
/* Percent-encoding (RFC 3986, section 2.1). */
#ifndef IRI_PCT_H
#define IRI_PCT_H

#include "chars.h"
#include "iri.h"

#include <string.h>

/* Whether two hexadecimal digits follow the "%" at p. */
static inline bool iri_is_triplet(const char *p, const char *end)
{
	return end - p >= 3 && (iri_byte_class(p[1]) & CHAR_HEXDIG) && (iri_byte_class(p[2]) & CHAR_HEXDIG);
}

/* The value of a hexadecimal digit: in ASCII the letters have bit 6 set, and their lower bits count from 1. */
static inline unsigned iri_hex_value(char c)
{
	return ((unsigned char)c & 15u) + ((unsigned char)c >> 6) * 9u;
}

/* The octet of the triplet at p. */
static inline unsigned iri_triplet_octet(const char *p)
{
	return iri_hex_value(p[1]) << 4 | iri_hex_value(p[2]);
}

/* The triplet of each byte. */
extern const char iri_triplets[256][4];

/* Writes four bytes, which is faster than three; the last will be overwritten. */
static inline char *iri_put_triplet(char *to, char byte)
{
	memcpy(to, iri_triplets[(unsigned char)byte], 4);
	return to + 3;
}

/* Lower case for what is ASCII of the n bytes at p, but not in triplets (section 5.3.2.1). */
void iri_pct_lower(char *p, size_t n);

/* Appends each byte of s as a triplet in upper case (section 3.1, step 2.2). */
void iri_pct_encode(struct iri_buf *out, struct iri_str s);

/*
 * Appends s, part of a parsed reference, with each byte that a URI can't have as a triplet (section 3.1,
 * step 2). "%", "#", "[", "]" and all that is allowed in URIs pass unchanged. excluded: s may contain
 * CHAR_EXCLUDED, because it was parsed with IRI_LEIRI.
 */
void iri_pct_map(struct iri_buf *out, struct iri_str s, bool excluded);

/* Appends s with the triplets decoded that are unreserved or, with beyond, octets from 0x80 on. */
void iri_pct_decode_needless(struct iri_buf *out, struct iri_str s, bool beyond);

/* Appends s with each triplet replaced by its byte, whatever it is; a "%" that begins none stays. */
void iri_pct_decode(struct iri_buf *out, struct iri_str s);

#endif
