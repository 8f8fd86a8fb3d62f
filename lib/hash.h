/* SPDX-License-Identifier: ISC */
#ifndef IRI_HASH_H
#define IRI_HASH_H

#include "iri.h"

/*
 * FNV-1a, its upper bits folded into the lower, which choose a slot. Where collisions could add up, the seed
 * should be what nobody knows who makes the input.
 */
static inline uint32_t iri_hash(struct iri_str s, uint32_t seed)
{
	uint32_t h = 2166136261u ^ seed;

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * 16777619u;
	return h ^ h >> 15;
}

#endif
