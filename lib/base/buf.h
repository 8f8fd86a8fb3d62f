/* SPDX-License-Identifier: ISC */
#ifndef IRI_BUF_H
#define IRI_BUF_H

#include "lib/iri.h"

/*
 * A growable buffer, which owns its memory. A buffer of all zeros is empty. Invariants: n <= cap; p has cap bytes.
 * After an allocation failed, `failed` is set and additions are ignored until iri_buf_clear, so that a caller checks
 * once, at the end.
 */
struct iri_buf {
	char *p;
	size_t n, cap;
	bool failed;
};

/* The part of iri_buf_reserve that allocates memory. */
char *iri_buf_grow(struct iri_buf *b, size_t n);

/*
 * Makes room for n more bytes, and returns where they go: the end of the contents. Does not change b->n. Returns NULL,
 * with b->failed set, when out of memory now or before.
 */
static inline char *iri_buf_reserve(struct iri_buf *b, size_t n)
{
	return b->p && !b->failed && b->cap - b->n >= n ? b->p + b->n : iri_buf_grow(b, n);
}

/* Appends the n bytes at p, which must not be in b itself. p may be NULL if n is 0. */
void iri_buf_add(struct iri_buf *b, const char *p, size_t n);

/* Appends one byte. */
static inline void iri_buf_putc(struct iri_buf *b, char c)
{
	char *const to = iri_buf_reserve(b, 1);

	if (to) {
		*to = c;
		b->n++;
	}
}

/* Empties the buffer, but keeps its memory; a buffer that failed can be used again. */
static inline void iri_buf_clear(struct iri_buf *b)
{
	b->n = 0;
	b->failed = false;
}

/* Frees the memory and leaves an empty buffer that may be used again. */
void iri_buf_free(struct iri_buf *b);

#endif
