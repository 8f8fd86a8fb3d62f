/* SPDX-License-Identifier: ISC */
/* Percent-encoding (RFC 3986, section 2.1). */
#ifndef IRI_PCT_H
#define IRI_PCT_H

#include "pct_put.h"

#include "lib/base/buf.h"
#include "lib/unicode/chars.h"

/* Whether the "%" at p begins a percent-encoded octet: two hexadecimal digits follow it. */
static inline bool iri_is_pct(const char *p, const char *end)
{
	return end - p >= 3 && (iri_byte_class(p[1]) & CHAR_HEXDIG) && (iri_byte_class(p[2]) & CHAR_HEXDIG);
}

/* The value of each hexadecimal digit, by its byte; 0 for other bytes. */
extern const uint8_t iri_hex_values[256];

static inline unsigned iri_hex_value(char c)
{
	return iri_hex_values[(unsigned char)c];
}

/* Returns the octet that the percent-encoded octet at p encodes. */
static inline unsigned iri_pct_octet(const char *p)
{
	return iri_hex_value(p[1]) << 4 | iri_hex_value(p[2]);
}

/* Returns the octet at p, percent-encoded or not, and sets *len to its length in the text: 3 or 1. p < end */
static inline unsigned iri_octet_at(const char *p, const char *end, size_t *len)
{
	const bool encoded = *p == '%' && iri_is_pct(p, end);

	*len = encoded ? 3 : 1;
	return encoded ? iri_pct_octet(p) : (unsigned char)*p;
}

/* Whether this octet needs no percent-encoding, since it is an unreserved character (RFC 3986, section 2.3). */
static inline bool iri_is_needless(unsigned octet)
{
	return octet < 0x80 && iri_byte_class((char)octet) & CHAR_UNRESERVED;
}

/*
 * Changes the ASCII letters in the n bytes at p to lower case, except those in percent-encoded octets (section
 * 5.3.2.1).
 */
void iri_pct_lower(char *p, size_t n);

/*
 * Makes room for n percent-encoded octets and `slack` more bytes. Returns where they go, or NULL, with out->failed set.
 */
static inline char *iri_reserve_pct(struct iri_buf *out, size_t n, size_t slack)
{
	return n < SIZE_MAX / 8 ? iri_buf_reserve(out, 3 * n + slack) : iri_buf_grow(out, SIZE_MAX);
}

/* Appends each byte of s as a percent-encoded octet in upper case (section 3.1, step 2.2). */
void iri_pct_encode(struct iri_buf *out, struct iri_str s);

/*
 * Appends s, part of a parsed reference, with each non-ASCII byte as a percent-encoded octet (section 3.1, step 2);
 * ASCII stays as it is. If padded is set, s must be followed by IRI_PADDING readable bytes.
 */
static inline void iri_pct_map(struct iri_buf *out, struct iri_str s, bool padded)
{
	char *const to = iri_reserve_pct(out, s.n, 2 * IRI_MAPPED_SLACK);

	if (!to)
		return;
	/*
	 * Without padding, reads from a copy of s at the end of the reserved room, where the bytes after the copy may
	 * be read. The copy is so far back that the output does not overwrite bytes before they are read.
	 */
	const char *const p = padded ? s.p : s.n ? memcpy(to + 2 * s.n + IRI_MAPPED_SLACK, s.p, s.n) : to;
	out->n = (size_t)(iri_put_mapped(to, p, p + s.n) - out->p);
}

/*
 * Appends s as iri_pct_map does, but the characters of CHAR_EXCLUDED as percent-encoded octets, too: for text parsed
 * with IRI_ALLOW_LEIRI.
 */
void iri_pct_map_excluded(struct iri_buf *out, struct iri_str s);

/*
 * Appends s, with those percent-encoded octets decoded that encode unreserved characters or, if non_ascii is set,
 * octets from 0x80 on. The result can be ill-formed UTF-8.
 */
void iri_pct_decode_needless(struct iri_buf *out, struct iri_str s, bool non_ascii);

/*
 * Appends s, with all percent-encoded octets decoded, of any octet. A "%" that does not begin a percent-encoded octet
 * stays.
 */
void iri_pct_decode(struct iri_buf *out, struct iri_str s);

#endif
