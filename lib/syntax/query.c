/* SPDX-License-Identifier: ISC */
#include "lib/base/array.h"
#include "lib/base/str.h"

#include <stdlib.h>
#include <string.h>

/* Editor of a query. A change replaces text by a view of a result, or of other memory. */
struct iri_query {
	struct iri_str text;         /* the query; absent if there is none */
	char separator;
	bool plus_is_space;
	bool failed;                 /* out of memory */
	struct iri_buf results[2];   /* in turn, so that text is never in the buffer that is written */
	struct iri_buf decoded;
	union ARRAY_OF(struct item) list;
};

/* Appends a key or value, decoded as iri_decode does it. */
static void query_add_decoded(struct iri_buf *out, struct iri_str s, bool plus_is_space)
{
	char *const to = iri_buf_reserve(out, s.n + 1);

	if (to)
		out->n += iri_decode(s, plus_is_space, to, s.n + 1);
}

struct iri_query *iri_query_new(void)
{
	return calloc(1, sizeof(struct iri_query));
}

void iri_query_free(struct iri_query *q)
{
	if (!q)
		return;
	iri_buf_free(&q->results[0]);
	iri_buf_free(&q->results[1]);
	iri_buf_free(&q->decoded);
	iri_buf_free(&q->list.buf);
	free(q);
}

void iri_query_begin(struct iri_query *q, struct iri_str query, char separator, bool plus_is_space)
{
	q->text = query;
	q->separator = separator;
	q->plus_is_space = plus_is_space;
	q->failed = false;
}

enum iri_status iri_query_end(struct iri_query *q, struct iri_str *query, struct iri_error *err)
{
	struct iri_error ignored;

	*query = q->text;
	return q->failed ? iri_no_memory(iri_present_error(err, &ignored)) : IRI_OK;
}

/* Returns the buffer for results that does not hold q->text, emptied. */
static struct iri_buf *query_start(struct iri_query *q)
{
	struct iri_buf *const out = &q->results[q->text.p && q->text.p == q->results[0].p];

	iri_buf_clear(out);
	return out;
}

/* Makes the result the text. */
static void query_finish(struct iri_query *q, const struct iri_buf *out)
{
	q->failed = q->failed || out->failed || q->decoded.failed || q->list.buf.failed;
	q->text = iri_contents(out);
}

/* Makes the result of a removal the text. A query that becomes empty becomes absent. */
static void end_removal(struct iri_query *q, const struct iri_buf *out)
{
	query_finish(q, out);
	if (!q->text.n)
		q->text = (struct iri_str){NULL, 0};
}

/* Appends a pair to the result. first: it is the first pair there, and needs no separator */
static void query_add(struct iri_query *q, struct iri_buf *out, struct iri_str pair, bool first)
{
	if (!first)
		iri_buf_putc(out, q->separator);
	iri_buf_add(out, pair.p, pair.n);
}

/* Returns a key decoded, as a view of q->decoded. */
static struct iri_str query_decode(struct iri_query *q, struct iri_str key)
{
	iri_buf_clear(&q->decoded);
	query_add_decoded(&q->decoded, key, q->plus_is_space);
	return iri_contents(&q->decoded);
}

void iri_query_append(struct iri_query *q, struct iri_str pair)
{
	struct iri_buf *const out = query_start(q);
	const bool first = !q->text.n;

	iri_buf_add(out, q->text.p, q->text.n);
	query_add(q, out, pair, first);
	query_finish(q, out);
}

void iri_query_set(struct iri_query *q, struct iri_str key, struct iri_str pair)
{
	struct iri_pairs walk = iri_pairs(q->text, q->separator);
	struct iri_buf *const out = query_start(q);
	const char *const sign = iri_find_byte(pair.p, pair.p + pair.n, '=');
	bool first = true, found = false;

	for (struct iri_pair old; iri_next_pair(&walk, &old);) {
		const bool same = iri_same(query_decode(q, old.key), key);
		if (same && found)
			continue;
		query_add(q, out, same ? old.key : old.text, first);
		if (same)
			iri_buf_add(out, sign, (size_t)(pair.p + pair.n - sign));
		found = found || same;
		first = false;
	}
	if (!found)
		query_add(q, out, pair, first);
	query_finish(q, out);
}

void iri_query_delete(struct iri_query *q, bool (*chosen)(void *arg, struct iri_str key), void *arg)
{
	struct iri_pairs walk = iri_pairs(q->text, q->separator);
	struct iri_buf *const out = query_start(q);
	bool first = true, deleted = false;

	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		if (chosen(arg, query_decode(q, pair.key))) {
			deleted = true;
			continue;
		}
		query_add(q, out, pair.text, first);
		first = false;
	}
	q->failed = q->failed || q->decoded.failed;
	if (deleted)
		end_removal(q, out);
}

void iri_query_rename(struct iri_query *q, struct iri_str from, struct iri_str to)
{
	struct iri_pairs walk = iri_pairs(q->text, q->separator);
	struct iri_buf *const out = query_start(q);
	bool first = true;

	if (!q->text.n)
		return;
	for (struct iri_pair pair; iri_next_pair(&walk, &pair); first = false) {
		if (!iri_same(query_decode(q, pair.key), from)) {
			query_add(q, out, pair.text, first);
			continue;
		}
		query_add(q, out, to, first);
		iri_buf_add(out, pair.text.p + pair.key.n, pair.text.n - pair.key.n);
	}
	query_finish(q, out);
}

/* A pair in q->list */
struct item {
	struct iri_str text, key, value; /* as in the query; decoded */
	size_t number;                   /* its place in the query */
	bool has_value, repeated;
};

/* Returns the pairs in q->list, with keys and values decoded into q->decoded, and sets *n to their number. */
static struct item *list_pairs(struct iri_query *q, size_t *n)
{
	struct iri_pairs walk = iri_pairs(q->text, q->separator);

	iri_buf_clear(&q->list.buf);
	iri_buf_clear(&q->decoded);
	/* Decoded text is not longer, so the memory does not move. */
	iri_buf_reserve(&q->decoded, q->text.n);
	*n = 0;
	for (struct iri_pair pair; iri_next_pair(&walk, &pair); ++*n) {
		struct item item = {.text = pair.text, .number = *n, .has_value = pair.value.p};
		size_t before = q->decoded.n;
		query_add_decoded(&q->decoded, pair.key, q->plus_is_space);
		item.key = iri_added(&q->decoded, before);
		before = q->decoded.n;
		query_add_decoded(&q->decoded, pair.value, q->plus_is_space);
		item.value = iri_added(&q->decoded, before);
		ARRAY_ADD(q->list, &item);
	}
	q->failed = q->failed || q->list.buf.failed || q->decoded.failed;
	return q->failed ? NULL : q->list.item;
}

static int query_compare(struct iri_str a, struct iri_str b)
{
	const size_t n = a.n < b.n ? a.n : b.n;
	const int order = n ? memcmp(a.p, b.p, n) : 0;

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

static int by_number(const void *x, const void *y)
{
	const struct item *const a = x, *const b = y;

	return (a->number > b->number) - (a->number < b->number);
}

static int by_key(const void *x, const void *y)
{
	const struct item *const a = x, *const b = y;
	const int order = query_compare(a->key, b->key);

	return order ? order : by_number(x, y);
}

/* Compares keys and values. */
static int by_content(const struct item *a, const struct item *b)
{
	const int order = query_compare(a->key, b->key);

	return order ? order : a->has_value != b->has_value ? a->has_value - b->has_value
	       : query_compare(a->value, b->value);
}

static int by_pair(const void *x, const void *y)
{
	const int order = by_content(x, y);

	return order ? order : by_number(x, y);
}

/* Makes the pairs in the list the query. */
static void write_list(struct iri_query *q, const struct item *items, size_t n)
{
	struct iri_buf *const out = query_start(q);
	bool first = true;

	for (size_t i = 0; i < n; i++) {
		if (items[i].repeated)
			continue;
		query_add(q, out, items[i].text, first);
		first = false;
	}
	end_removal(q, out);
}

void iri_query_sort(struct iri_query *q)
{
	size_t n;
	struct item *const items = list_pairs(q, &n);

	if (!items || n < 2)
		return;
	qsort(items, n, sizeof *items, by_key);
	write_list(q, items, n);
}

void iri_query_dedupe(struct iri_query *q)
{
	size_t n;
	struct item *const items = list_pairs(q, &n);

	if (!items || n < 2)
		return;
	qsort(items, n, sizeof *items, by_pair);
	for (size_t i = 1; i < n; i++)
		items[i].repeated = !by_content(&items[i - 1], &items[i]);
	qsort(items, n, sizeof *items, by_number);
	write_list(q, items, n);
}
