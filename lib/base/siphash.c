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

/* Returns 8 bytes as a little-endian number. */
static uint64_t eight_bytes(const void *bytes)
{
	const unsigned char *const p = bytes;

	return four_bytes(p) | four_bytes(p + 4) << 32;
}

/* Returns the last n bytes of a text, fewer than 8, as a little-endian number, without a loop. */
static uint64_t last_bytes(struct iri_str s, size_t n)
{
	if (!n)
		return 0;
	const unsigned char *const end = (const unsigned char *)s.p + s.n, *const p = end - n;
	if (s.n >= 8)
		return eight_bytes(end - 8) >> 8 * (8 - n);
	if (n >= 4)
		return four_bytes(p) | four_bytes(end - 4) << 8 * (n - 4);
	return p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)end[-1] << 8 * (n - 1);
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
	const uint64_t k0 = eight_bytes(key), k1 = eight_bytes(key + 8);
	uint64_t v[4] = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
	                 k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
	size_t i = 0;

	for (; s.n - i >= 8; i += 8)
		compress(v, eight_bytes(s.p + i), c);
	compress(v, last_bytes(s, s.n - i) | (uint64_t)s.n << 56, c);
	v[2] ^= 0xFF;
	sip_rounds(v, d);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t iri_siphash(const unsigned char key[SIPHASH_KEY], struct iri_str s, int c, int d)
{
	/* The numbers of rounds that hash tables use: the loops are unrolled, and v stays in registers. */
	return c == 1 && d == 3 ? siphash(key, s, 1, 3) : siphash(key, s, c, d);
}
