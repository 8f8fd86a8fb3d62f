/* SPDX-License-Identifier: ISC */
#ifndef IRI_HASH_H
#define IRI_HASH_H

#include "iri.h"

#include <string.h>

/*
 * Eight bytes at a time, mixed by multiplication. For caches of fixed size, where collisions only cost hits; input can be
 * made to collide, so a table that grows with input takes iri_siphash.
 */
static inline uint32_t iri_hash(struct iri_str s)
{
	const uint64_t k = UINT64_C(0x9E3779B97F4A7C15); /* odd, with no pattern in its bits */
	uint64_t h = s.n * k, word = 0;
	size_t i = 0;

	for (; i + 8 <= s.n; i += 8) {
		memcpy(&word, s.p + i, 8);
		h = (h ^ h >> 32 ^ word) * k;
	}
	word = 0;
	if (i < s.n)
		memcpy(&word, s.p + i, s.n - i);
	h = (h ^ h >> 32 ^ word) * k;
	h = (h ^ h >> 32) * k;
	return (uint32_t)(h >> 32);
}

#endif
