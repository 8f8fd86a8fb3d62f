/* SPDX-License-Identifier: ISC */
/* Edits of the pairs of a query. */
#ifndef IRI_QUERY_H
#define IRI_QUERY_H

#include "lib/base/buf.h"

/*
 * Editor of a query, whose pairs are those of web forms (HTML standard, application/x-www-form-urlencoded). To begin,
 * set text, separator and plus_is_space, and all other members to zero. Each function replaces text; pairs that it
 * does not change keep every byte. Keys are compared decoded (iri_pair_decode). Time is linear unless a function says
 * otherwise.
 *
 * The new text is a view of other memory or of the editor's. It stays valid during the next call, and becomes invalid
 * with the call after that. If memory runs out, `failed` is set, and text is unspecified.
 */
struct iri_query {
	struct iri_str text;         /* the query; absent if there is none */
	char separator;              /* divides the pairs; neither "=" nor "+" */
	bool plus_is_space;          /* in keys and values, as in web forms; see iri_plus_is_space */
	bool failed;
	struct iri_buf results[2];   /* text is a view of one of them, or of other memory */
	struct iri_buf decoded, list;
};

/* Frees the memory. */
void iri_query_free(struct iri_query *q);

/* Appends a pair, percent-encoded, after a separator if there are other pairs. */
void iri_query_append(struct iri_query *q, struct iri_str pair);

/*
 * Keeps the first pair with this key, spells its key as before, and replaces its value by that of `pair`, which is
 * percent-encoded. Removes the other pairs with this key. Appends `pair` if there are none.
 *
 * key: decoded. pair: "key", or "key=value"
 */
void iri_query_set(struct iri_query *q, struct iri_str key, struct iri_str pair);

/*
 * Removes each pair for whose decoded key `chosen` returns true. A query that becomes empty is absent.
 * arg: the first argument of chosen
 */
void iri_query_delete(struct iri_query *q, bool (*chosen)(void *arg, struct iri_str key), void *arg);

/* Replaces the key of all pairs that have it. from: decoded; to: percent-encoded */
void iri_query_rename(struct iri_query *q, struct iri_str from, struct iri_str to);

/*
 * Sorts the pairs by the bytes of their decoded keys. Pairs with the same key stay in their order. Compares as many
 * keys as qsort does, O(n log n) for n pairs where it is a good one. Memory is some 64 bytes for each pair.
 */
void iri_query_sort(struct iri_query *q);

/*
 * Removes each pair whose decoded key and value an earlier pair has, too. "a" and "a=" are different. A query that
 * becomes empty is absent. Time and memory are those of iri_query_sort.
 */
void iri_query_dedupe(struct iri_query *q);

#endif
