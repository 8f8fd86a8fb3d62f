/* SPDX-License-Identifier: ISC */
/* lib/redirects.c: classes of IRIs that redirect */
#include "unit.h"

#include <string.h>

void test_redirects(void)
{
	/* A chain of 50,000, a cycle, and pairs apart, in an order that would make trees deep. */
	static const unsigned char key[IRI_REDIRECTS_KEY] = {1};
	struct iri_redirects *r = iri_redirects_new(key);
	struct iri_comparer c = {.redirects = r};
	struct iri_comparison result;
	struct iri_error err;
	char a[64], b[64];
	bool second;

	for (int i = 0; i < 50000; i++) {
		int n = snprintf(a, sizeof a, "http://h/%d", i), m = snprintf(b, sizeof b, "HTTP://H:80/%d#x", (i + 1) % 50000);
		CHECK(iri_redirects_add(r, (struct iri_str){a, (size_t)n}, (struct iri_str){b, (size_t)m}, &second, &err) == IRI_OK,
		      "%s", a);
	}
	static const struct {
		const char *a, *b;
		enum iri_rung rung;
	} rows[] = {
		{"http://h/0", "http://h/49999", IRI_PROTOCOL},      {"http://h/7", "http://h:/25000", IRI_PROTOCOL},
		{"http://h/7#f", "http://h/8#f", IRI_PROTOCOL},      {"http://h/7#f", "http://h/8", IRI_DIFFERENT},
		{"http://h/7", "http://h/50000", IRI_DIFFERENT},     {"http://i/7", "http://i/8", IRI_DIFFERENT},
		{"http://h/7", "http://h/%37", IRI_SYNTAX},          {"http://h/7?", "http://h/8?", IRI_DIFFERENT},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct iri_str x = {rows[i].a, strlen(rows[i].a)}, y = {rows[i].b, strlen(rows[i].b)};
		CHECK(iri_compare(&c, x, y, &result, &err) == IRI_OK && result.rung == rows[i].rung, "%s %s: %d", rows[i].a,
		      rows[i].b, (int)result.rung);
	}
	CHECK(iri_redirects_add(r, (struct iri_str){"b", 1}, (struct iri_str){"http://h/", 9}, &second, &err) == IRI_NO_SCHEME &&
	              !second, "?");
	CHECK(iri_redirects_add(r, (struct iri_str){"a:", 2}, (struct iri_str){"http:// /", 9}, &second, &err) == IRI_BAD_CHAR &&
	              second, "?");
	iri_redirects_free(r);
	iri_comparer_release(&c);
	done("compare: redirects in chains and cycles");
}
