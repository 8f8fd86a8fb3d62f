/* SPDX-License-Identifier: ISC */
/* What the compiler and the processor do better than plain C: inlining, bits, and eight bytes in a word. */
#ifndef IRI_BITS_H
#define IRI_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* For functions called with constants: each caller gets code of its own, without the parts that it does not need. */
#if defined __GNUC__
#define IRI_INLINE static inline __attribute__((always_inline))
#define IRI_COLD __attribute__((cold)) /* seldom called, so that its callers keep their registers for the rest */
#else
#define IRI_INLINE static inline
#define IRI_COLD
#endif

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

/* The eight bytes at p, the first of them lowest. */
static inline uint64_t iri_load8(const char *p)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t eight;

	memcpy(&eight, p, 8); /* clang makes several loads of the other way where only some bytes are wanted */
	return eight;
#else
	const unsigned char *const u = (const unsigned char *)p;

	return (uint64_t)u[0] | (uint64_t)u[1] << 8 | (uint64_t)u[2] << 16 | (uint64_t)u[3] << 24 |
	       (uint64_t)u[4] << 32 | (uint64_t)u[5] << 40 | (uint64_t)u[6] << 48 | (uint64_t)u[7] << 56;
#endif
}

/* The bytes of a word below the n-th. */
static inline uint64_t iri_below(size_t n)
{
	return n >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * n) - 1;
}

/* Bit 7 of each byte of the word that is c; behind the first such byte it may be set of others, too. */
static inline uint64_t iri_equal_bytes(uint64_t word, char c)
{
	const uint64_t each = UINT64_C(0x0101010101010101), zero = word ^ each * (unsigned char)c;

	return (zero - each) & ~zero & each * 0x80;
}

/* How many of the eight bytes at p are ASCII before the first that is not. */
static inline unsigned iri_ascii_prefix(const char *p)
{
	const uint64_t high = iri_load8(p) & UINT64_C(0x8080808080808080);

	return high ? iri_lowest_bit(high) / 8 : 8;
}

#endif
