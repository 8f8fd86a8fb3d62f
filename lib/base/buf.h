/* SPDX-License-Identifier: ISC */
/* Additions to the buffers of iri.h */
#ifndef IRI_BUF_H
#define IRI_BUF_H

#include "lib/iri.h"

/* Does what iri_buf_grow does; mostly without a call. */
static inline char *iri_buf_reserve(struct iri_buf *b, size_t n)
{
	return b->p && !b->failed && b->cap - b->n >= n ? b->p + b->n : iri_buf_grow(b, n);
}

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

#endif
