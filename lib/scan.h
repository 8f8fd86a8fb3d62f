/* SPDX-License-Identifier: ISC */
/*
 * Classification of many bytes at once, so that the parser need look only at those that matter; and percent-encoding of
 * many at once.
 */
#ifndef IRI_SCAN_H
#define IRI_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SCAN_BLOCK = 64 };

/* Bit i tells of byte i of a block; bits behind its end are 0. */
struct iri_marks {
	uint64_t delim; /* neither unreserved nor sub-delims: all that can end a scheme or an authority, or is illegal there */
	uint64_t path;  /* nor ":", "@" or "/": all that can end a path, or is illegal there */
	uint64_t dots;  /* "." */
};

/* The number of the lowest bit that is set; marks is not 0. */
static inline unsigned iri_lowest_bit(uint64_t marks)
{
#if defined __GNUC__
	return (unsigned)__builtin_ctzll(marks);
#else
	unsigned n = 0;
	while (!(marks >> n & 1))
		n++;
	return n;
#endif
}

/* How many of the eight bytes, in the order of memory, are ASCII before the first that is not. */
static inline unsigned iri_ascii_prefix(uint64_t eight)
{
	const uint64_t high = eight & UINT64_C(0x8080808080808080);

	if (!high)
		return 8;
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return iri_lowest_bit(high) / 8;
#else
	unsigned char bytes[8];
	unsigned n = 0;
	memcpy(bytes, &eight, 8);
	while (bytes[n] < 0x80)
		n++;
	return n;
#endif
}

/* Classifies the n bytes at p, 1 <= n <= SCAN_BLOCK, and reads no others. */
struct iri_marks iri_scan(const char *p, size_t n);

/*
 * Of the 64 bytes at p those that belong to characters beyond ASCII which iri_plain_sequence knows, and which end within
 * these bytes.
 */
uint64_t iri_scan_plain(const char *p);
uint64_t iri_scan_plain_portable(const char *p);

/*
 * Writes a triplet in upper case for each of the n bytes at p, and returns the end. Up to TRIPLETS_AT_ONCE bytes are read
 * and three times as many written at once, whatever n is, for which there is to be room.
 */
enum { TRIPLETS_AT_ONCE = 16 };
char *iri_put_triplets(char *to, const char *p, size_t n);
char *iri_put_triplets_portable(char *to, const char *p, size_t n);

/* The same as iri_scan, one byte at a time: what the others are tested against, and what runs elsewhere. */
struct iri_marks iri_scan_portable(const char *p, size_t n);

#if defined __SSE2__
/* The same, 16 bytes at a time; iri_scan itself takes 32 where the processor can. */
struct iri_marks iri_scan_sse2(const char *p, size_t n);
#endif

#endif
