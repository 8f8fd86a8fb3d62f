/* SPDX-License-Identifier: ISC */
/* Edits of references and their queries. */
#include "unit.h"

#include "lib/syntax/query.h"

#include <stdlib.h>

/* Sorts n pairs, of which few are different, and removes those that repeat. */
static void check_many_pairs(size_t n)
{
	enum { LENGTH = 4 };
	char *const text = malloc(n * LENGTH);
	struct iri_query q = {.separator = '&'};

	CHECK(text, "no memory");
	if (!text)
		return;
	for (size_t i = 0; i < n; i++)
		memcpy(text + i * LENGTH, (const char[]){(char)('a' + i % 3), '=', (char)('0' + i % 5), '&'}, LENGTH);
	q.text = (struct iri_str){text, n * LENGTH - 1};
	iri_query_sort(&q);
	CHECK(!q.failed && q.text.n == n * LENGTH - 1, "%zu", q.text.n);
	CHECK(!memcmp(q.text.p, "a=0&a=3&a=1&a=4&a=2&a=0&", 24), "%.24s", q.text.p);
	iri_query_dedupe(&q);
	CHECK(!q.failed && iri_is(q.text, "a=0&a=3&a=1&a=4&a=2&b=1&b=4&b=2&b=0&b=3&c=2&c=0&c=3&c=1&c=4"), "%.*s",
	      TEXT(q.text));
	iri_query_free(&q);
	free(text);
}

void test_query(void)
{
	char text[300];

	rng_start();
	for (int i = 0; i < rounds; i++) {
		const size_t n = i % 2 ? put_hostile(text, sizeof text) : put_uri(text, sizeof text);
		laws_of_editing(exactly(text, n));
	}
	done("query: the laws of composing, encoding and editing hold");
	CHECK_GROWTH(check_many_pairs, 50000 / stride);
	done("query: many pairs are sorted, and rid of those that repeat, in linear time");
}
