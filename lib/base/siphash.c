/* SPDX-License-Identifier: ISC */
/* SipHash, for hash tables that grow with their input; see siphash.h. The names are those of the paper. */
#include "siphash.h"

#include "bits.h"

#include <string.h>

static uint64_t rotate(uint64_t x, unsigned bits)
{
	return x << bits | x >> (64 - bits);
}

IRI_INLINE void sip_rounds(uint64_t v[4], int n)
{
	while (n--) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = rotate(v[1], 13) ^ v[0];
		v[3] = rotate(v[3], 16) ^ v[2];
		v[0] = rotate(v[0], 32);
		v[2] += v[1];
		v[0] += v[3];
		v[1] = rotate(v[1], 17) ^ v[2];
		v[3] = rotate(v[3], 21) ^ v[0];
		v[2] = rotate(v[2], 32);
	}
}

/* Returns 4 bytes as a little-endian number. Compilers read them at once. */
static uint64_t four_bytes(const unsigned char *p)
{
	return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
}

/* Returns n bytes, at most 8, as a little-endian number. */
static uint64_t little_endian(const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	uint64_t m = 0;

	if (n == 8)
		return four_bytes(p) | four_bytes(p + 4) << 32;
	for (size_t i = 0; i < n; i++)
		m |= (uint64_t)p[i] << 8 * i;
	return m;
}

IRI_INLINE void compress(uint64_t v[4], uint64_t m, int c)
{
	v[3] ^= m;
	sip_rounds(v, c);
	v[0] ^= m;
}

void iri_siphash_make_key(unsigned char key[SIPHASH_KEY])
{
	const uint64_t heap = (uintptr_t)key, stack = (uintptr_t)&heap, code = (uintptr_t)iri_siphash;
	/* The parts of an address that change are about its bits 4 to 47. */
	const uint64_t words[] = {heap ^ rotate(stack, 32), code ^ rotate(heap, 16)};

	memcpy(key, words, SIPHASH_KEY);
}

IRI_INLINE uint64_t siphash(const unsigned char key[SIPHASH_KEY], struct iri_str s, int c, int d)
{
	const uint64_t k0 = little_endian(key, 8), k1 = little_endian(key + 8, 8);
	uint64_t v[4] = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
	                 k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
	size_t i = 0;

	for (; s.n - i >= 8; i += 8)
		compress(v, little_endian(s.p + i, 8), c);
	compress(v, little_endian(s.n ? s.p + i : "", s.n - i) | (uint64_t)s.n << 56, c);
	v[2] ^= 0xFF;
	sip_rounds(v, d);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t iri_siphash(const unsigned char key[SIPHASH_KEY], struct iri_str s, int c, int d)
{
	/* The numbers of rounds that hash tables use: the loops are unrolled, and v stays in registers. */
	return c == 1 && d == 3 ? siphash(key, s, 1, 3) : siphash(key, s, c, d);
}
