/* SPDX-License-Identifier: ISC */
/* Edits of references and their queries. */
#include "unit.h"

#include "lib/base/str.h"

#include <stdlib.h>

/* Sorts n pairs, of which few are different, and removes those that repeat. */
static void check_many_pairs(size_t n)
{
	enum { LENGTH = 4 };
	char *const text = malloc(n * LENGTH);
	struct iri_query *const q = iri_query_new();
	struct iri_str sorted, unique;

	CHECK(text && q, "no memory");
	if (!text || !q)
		return;
	for (size_t i = 0; i < n; i++)
		memcpy(text + i * LENGTH, (const char[]){(char)('a' + i % 3), '=', (char)('0' + i % 5), '&'}, LENGTH);
	iri_query_begin(q, (struct iri_str){text, n * LENGTH - 1}, '&', true);
	iri_query_sort(q);
	CHECK(iri_query_end(q, &sorted, NULL) == IRI_OK && sorted.n == n * LENGTH - 1, "%zu", sorted.n);
	CHECK(!memcmp(sorted.p, "a=0&a=3&a=1&a=4&a=2&a=0&", 24), "%.24s", sorted.p);
	iri_query_begin(q, sorted, '&', true);
	iri_query_dedupe(q);
	CHECK(iri_query_end(q, &unique, NULL) == IRI_OK, "no memory");
	CHECK(iri_is(unique, "a=0&a=3&a=1&a=4&a=2&b=1&b=4&b=2&b=0&b=3&c=2&c=0&c=3&c=1&c=4"), "%.*s", TEXT(unique));
	iri_query_free(q);
	free(text);
}

/* A component can be absent; the path is then empty (RFC 3986, section 3.3). */
static void check_absent_parts(void)
{
	struct iri_parts parts = {.of = {{NULL, 0}}};
	struct iri_composer *const c = iri_composer_new(NULL);
	struct iri_error err;
	struct iri_str iri;

	CHECK(c && iri_compose(c, &parts, &iri, &err) == IRI_OK && iri.p && !iri.n, "no component");
	parts.of[IRI_HOST] = iri_str_of("a");
	CHECK(c && iri_compose(c, &parts, &iri, &err) == IRI_OK && iri_is(iri, "//a"), "%.*s", TEXT(iri));
	parts.of[IRI_PATH] = iri_str_of("b");
	CHECK(c && iri_compose(c, &parts, &iri, &err) == IRI_BAD_PARTS && err.where == IRI_PATH, "%d", err.status);
	iri_composer_free(c);
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
	check_absent_parts();
	done("query: absent components are composed as such");
	CHECK_GROWTH(check_many_pairs, 50000 / stride);
	done("query: many pairs are sorted, and rid of those that repeat, in linear time");
}
