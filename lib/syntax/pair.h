/* SPDX-License-Identifier: ISC */
/* The pairs of a query: "key=value&key=value", as HTML forms write them. */
#ifndef IRI_PAIR_H
#define IRI_PAIR_H

#include "pct.h"

#include "lib/base/buf.h"
#include "lib/base/str.h"

/* A pair, as views of the query. The key ends before the first "="; without "=", value is absent. */
struct iri_pair {
	struct iri_str text, key, value;
};

/*
 * A walk through the pairs of a query. An empty or absent query has none. A query that ends in a separator has an empty
 * pair at its end.
 */
struct iri_pairs {
	struct iri_str rest; /* the pairs that are left */
	char separator;      /* divides pairs */
	bool more;           /* a pair is left, perhaps an empty one */
};

/* Begins a walk. separator: neither "=" nor "+" */
static inline struct iri_pairs iri_pairs(struct iri_str query, char separator)
{
	return (struct iri_pairs){query, separator, query.n > 0};
}

/* Sets *pair to the next pair. Returns false if there is none. */
static inline bool iri_next_pair(struct iri_pairs *w, struct iri_pair *pair)
{
	if (!w->more)
		return false;
	const char *const p = w->rest.p, *const end = p + w->rest.n, *const stop = iri_find_byte(p, end, w->separator);
	const char *const sign = iri_find_byte(p, stop, '=');

	pair->text = iri_between(p, stop);
	pair->key = iri_between(p, sign);
	pair->value = sign < stop ? iri_between(sign + 1, stop) : (struct iri_str){NULL, 0};
	w->more = stop < end;
	w->rest = iri_between(stop + w->more, end);
	return true;
}

/* Whether "+" is a space in queries of this scheme, which may be absent. In mailto it is not (RFC 6068, section 5). */
bool iri_plus_is_space(struct iri_str scheme);

/*
 * Appends a key or value, decoded: triplets of any octet and, with plus_is_space, "+" (HTML standard,
 * application/x-www-form-urlencoded). Time is linear. If memory runs out, sets out->failed.
 */
void iri_pair_decode(struct iri_buf *out, struct iri_str s, bool plus_is_space);

#endif
