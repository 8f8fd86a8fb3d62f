/* SPDX-License-Identifier: ISC */
/* All IRIs of a cycle of redirects are equivalent. Fragments in redirects are ignored. */
#include "unit.h"

void test_redirects(void)
{
	static const struct {
		const char *a, *b;
		enum iri_rung rung;
	} rows[] = {
		{"http://h/0", "http://h/49999", IRI_RUNG_PROTOCOL},
		{"http://h/7", "http://h:/25000", IRI_RUNG_PROTOCOL},
		{"http://h/7#f", "http://h/8#f", IRI_RUNG_PROTOCOL},  {"http://h/7#f", "http://h/8", IRI_RUNG_NONE},
		{"http://h/7", "http://h/50000", IRI_RUNG_NONE}, {"http://i/7", "http://i/8", IRI_RUNG_NONE},
		{"http://h/7", "http://h/%37", IRI_RUNG_SYNTAX},      {"http://h/7?", "http://h/8?", IRI_RUNG_NONE},
	};
	struct iri_comparer *const c = iri_comparer_new(NULL);
	struct iri_comparison result;
	struct iri_error err;
	char from[64], to[64];

	/* A cycle of 50,000 redirects, in an order that would make deep trees of a simple union-find */
	for (int i = 0; i < 50000; i++) {
		snprintf(from, sizeof from, "http://h/%d", i);
		snprintf(to, sizeof to, "HTTP://H:80/%d#x", (i + 1) % 50000);
		CHECK(iri_comparer_add_redirect(c, str(from), str(to), &err) == IRI_OK, "%s", from);
	}
	for (size_t i = 0; i < COUNT(rows); i++) {
		CHECK(iri_compare(c, str(rows[i].a), str(rows[i].b), &result, &err) == IRI_OK, "row %zu", i);
		CHECK(result.rung == rows[i].rung, "%s %s: %d", rows[i].a, rows[i].b, (int)result.rung);
	}
	CHECK(iri_comparer_add_redirect(c, str("b"), str("http://h/"), &err) == IRI_IS_RELATIVE, "relative");
	CHECK(!err.second, "relative");
	CHECK(iri_comparer_add_redirect(c, str("a:"), str("http:// /"), &err) == IRI_BAD_CHAR, "a space");
	CHECK(err.second, "a space");
	iri_comparer_free(c);
	done("redirects: chains and cycles");
}
