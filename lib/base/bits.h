/* SPDX-License-Identifier: ISC */
/* Small functions for speed: forced inlining, bit operations, and tests of eight bytes at once in a 64-bit word. */
#ifndef IRI_BITS_H
#define IRI_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * IRI_INLINE: always inlines a function. Callers pass constants, so each gets its own code, without the parts that it
 * does not need. IRI_NOINLINE: never does, so that its callers keep their registers for the rest. IRI_COLD: marks a
 * function that is seldom called, for the same reason.
 */
#if defined __GNUC__
#define IRI_INLINE static inline __attribute__((always_inline))
#define IRI_NOINLINE static __attribute__((noinline, unused))
#define IRI_COLD __attribute__((cold))
#else
#define IRI_INLINE static inline
#define IRI_NOINLINE static inline
#define IRI_COLD
#endif

/* Returns the number of the lowest bit that is set, from 0 to 63. bits must not be 0. */
static inline unsigned iri_lowest_bit(uint64_t bits)
{
#if defined __GNUC__
	return (unsigned)__builtin_ctzll(bits);
#else
	unsigned n = 0;
	while (!(bits >> n & 1))
		n++;
	return n;
#endif
}

/* Returns the number of the highest bit that is set, from 0 to 63. bits must not be 0. */
static inline unsigned iri_highest_bit(uint64_t bits)
{
#if defined __GNUC__
	return 63 - (unsigned)__builtin_clzll(bits);
#else
	unsigned n = 63;
	while (!(bits >> n & 1))
		n--;
	return n;
#endif
}

/* Returns the eight bytes at p as a word, with the first byte in the lowest bits, on any processor. */
static inline uint64_t iri_load8(const char *p)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t eight;

	memcpy(&eight, p, 8); /* from the expression below, clang makes several loads if only some bytes are used */
	return eight;
#else
	const unsigned char *const u = (const unsigned char *)p;

	return (uint64_t)u[0] | (uint64_t)u[1] << 8 | (uint64_t)u[2] << 16 | (uint64_t)u[3] << 24 |
	       (uint64_t)u[4] << 32 | (uint64_t)u[5] << 40 | (uint64_t)u[6] << 48 | (uint64_t)u[7] << 56;
#endif
}

/* Writes a word as iri_load8 reads it. */
static inline void iri_store8(char *p, uint64_t word)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	memcpy(p, &word, 8); /* the loop below would be eight stores */
#else
	for (size_t i = 0; i < 8; i++)
		p[i] = (char)(word >> 8 * i);
#endif
}

/* Returns a mask for the lowest n bytes of a word; for all eight if n is above 8. */
static inline uint64_t iri_below(size_t n)
{
	return n >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * n) - 1;
}

/*
 * Finds the bytes of `word` that equal c. Returns 0 if there are none. Else returns a word whose lowest set bit is bit
 * 7 of the first such byte. Bit 7 of each later such byte is set, too, but may also be set in a later byte that
 * differs.
 */
static inline uint64_t iri_equal_bytes(uint64_t word, char c)
{
	const uint64_t each = UINT64_C(0x0101010101010101), zero = word ^ each * (unsigned char)c;

	return (zero - each) & ~zero & each * 0x80;
}

/* Returns a word with bit 7 set in the non-ASCII bytes of this word. */
static inline uint64_t iri_non_ascii_bytes(uint64_t word)
{
	return word & UINT64_C(0x8080808080808080);
}

/* Returns a word with bit 7 set in the bytes of this word that are ASCII letters in upper case. */
static inline uint64_t iri_upper_bytes(uint64_t word)
{
	const uint64_t each = UINT64_C(0x0101010101010101), low = word & 0x7F * each;
	/* Bit 7 is set in each byte of the first sum for 'A' and above, and of the second for bytes above 'Z'. */
	const uint64_t from_a = low + each * (0x80 - 'A'), above_z = low + each * (0x80 - '[');

	return from_a & ~above_z & ~word & each * 0x80;
}

/* Returns the number of ASCII bytes before the first non-ASCII byte among the eight bytes at p, from 0 to 8. */
static inline unsigned iri_ascii_prefix(const char *p)
{
	const uint64_t high = iri_non_ascii_bytes(iri_load8(p));

	return high ? iri_lowest_bit(high) / 8 : 8;
}

#endif
