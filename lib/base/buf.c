/* SPDX-License-Identifier: ISC */
#include "buf.h"

#include <stdlib.h>
#include <string.h>

char *iri_buf_grow(struct iri_buf *b, size_t n)
{
	size_t cap = b->n + n;
	if (b->p && !b->failed && b->cap - b->n >= n)
		return b->p + b->n;
	if (cap < 2 * b->cap)
		cap = 2 * b->cap; /* so that appending stays linear */
	if (cap < 256)
		cap = 256;
	char *p = b->failed || n > SIZE_MAX / 2 - b->n ? NULL : realloc(b->p, cap);
	b->failed = !p;
	if (!p)
		return NULL;
	b->p = p;
	b->cap = cap;
	return p + b->n;
}

void iri_buf_add(struct iri_buf *b, const char *p, size_t n)
{
	char *to = iri_buf_reserve(b, n);
	if (to && n) {
		memcpy(to, p, n);
		b->n += n;
	}
}

void iri_buf_remove(struct iri_buf *b, size_t n)
{
	if (!n)
		return;
	b->n -= n;
	memmove(b->p, b->p + n, b->n);
}

void iri_buf_free(struct iri_buf *b)
{
	free(b->p);
	*b = (struct iri_buf){0};
}
