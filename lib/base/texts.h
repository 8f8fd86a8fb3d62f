/* SPDX-License-Identifier: ISC */
/* Set of texts, numbered from 0 in the order in which they were added. A hash table finds them. */
#ifndef IRI_TEXTS_H
#define IRI_TEXTS_H

#include "buf.h"
#include "siphash.h"

/* A zeroed structure, in memory from malloc, is an empty set. */
struct iri_texts {
	struct iri_buf text;     /* the texts, one after the other */
	struct iri_texts_entry {
		size_t off;
		uint32_t n, hash;
	} *entries;
	uint32_t n, room;        /* number of texts, and room for them */
	uint32_t *slots;         /* number of the text + 1; 0: free */
	uint32_t n_slots;        /* a power of two, at least twice n */
	size_t longest;          /* the length of the longest text */
	unsigned char key[SIPHASH_KEY]; /* for the hash; made with the first slots */
};

#define IRI_TEXTS_NONE UINT32_MAX

/* Returns the number of s, or IRI_TEXTS_NONE if it is not in the set. Constant time, apart from the length of s. */
uint32_t iri_texts_find(const struct iri_texts *t, struct iri_str s);

/* Adds s, unless the set has it. Returns its number, or IRI_TEXTS_NONE if memory ran out; the set is then as before. */
uint32_t iri_texts_add(struct iri_texts *t, struct iri_str s);

/* Returns the text with this number. It is valid until the next call of iri_texts_add. */
struct iri_str iri_texts_at(const struct iri_texts *t, uint32_t number);

/* Frees the memory of the set. */
void iri_texts_free(struct iri_texts *t);

#endif
