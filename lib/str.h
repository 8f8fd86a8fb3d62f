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

/* Whether s, which is present, is text, a C string. */
static inline bool iri_is(struct iri_str s, const char *text)
{
	return s.n == strlen(text) && !memcmp(s.p, text, s.n);
}

static inline bool iri_is_ascii(struct iri_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

/* A string that may be absent as one that is not, so that its memory may be looked for in vain. */
static inline struct iri_str iri_present(struct iri_str s)
{
	return s.p ? s : (struct iri_str){"", 0};
}

/* Whether it begins with a byte order mark, which at the start of a file would be a signature (RFC 3629, section 6). */
static inline bool iri_begins_with_bom(struct iri_str s)
{
	return s.n >= 3 && !memcmp(s.p, "\xEF\xBB\xBF", 3);
}

/* What a buffer holds, present even if empty; valid until the buffer grows. */
static inline struct iri_str iri_contents(const struct iri_buf *b)
{
	return (struct iri_str){b->p ? b->p : "", b->n};
}

#endif
