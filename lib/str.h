/* SPDX-License-Identifier: ISC */
#ifndef IRI_STR_H
#define IRI_STR_H

#include "iri.h"

#include <string.h>

/* Both absent, or both present with the same bytes. */
static inline bool iri_same(struct iri_str a, struct iri_str b)
{
	if (!a.p || !b.p)
		return a.p == b.p;
	return a.n == b.n && !memcmp(a.p, b.p, a.n);
}

/* What a buffer holds, present even if empty; valid until the buffer grows. */
static inline struct iri_str iri_contents(const struct iri_buf *b)
{
	return (struct iri_str){b->p ? b->p : "", b->n};
}

#endif
