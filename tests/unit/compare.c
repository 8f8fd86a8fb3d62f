/* SPDX-License-Identifier: ISC */
/* The base of comparisons, and their explanations. */
#include "unit.h"

#include <stdio.h>

static struct iri_comparer *comparer;

static void check_explanation(char *const *cells)
{
	struct iri_comparison result;
	struct iri_explanation why;
	char causes[256] = "", places[64];

	CHECK(iri_compare(comparer, str(cells[0]), str(cells[1]), &result, NULL) == IRI_OK &&
	      iri_explain(comparer, &result, &why, NULL) == IRI_OK, "%s", cells[0]);
	for (unsigned n = 0; n < IRI_CAUSES; n++)
		if (why.causes & 1u << n)
			snprintf(causes + strlen(causes), sizeof causes - strlen(causes), "%s%s", *causes ? ", " : "",
			         iri_cause_text((enum iri_cause)n));
	snprintf(places, sizeof places, "%zu %zu", why.off[0], why.off[1]);
	CHECK(!strcmp(causes, cells[2]) && !strcmp(places, cells[3]), "%s: %s, %s", cells[0], causes, places);
	/* The first operand is resolved. */
	CHECK(why.resolved[0] == !strchr(cells[0], ':') && !why.resolved[1], "%s", cells[0]);
}

void test_compare(void)
{
	static const struct {
		const char *base;
		enum iri_status status;
	} rows[] = {
		{"http://h/\xE2\x80\xAE/", IRI_BAD_BIDI},
		{"http://h/a b/", IRI_BAD_CHAR},
		{"a", IRI_IS_RELATIVE},
	};
	struct iri_comparer *const c = iri_comparer_new(NULL);
	struct iri_comparison result;
	struct iri_error err;
	char base[] = "http://h/a";

	CHECK(iri_comparer_set_base(c, str(base), NULL) == IRI_OK, "base");
	memset(base, 'x', sizeof base - 1);
	CHECK(iri_compare(c, str("b"), str("http://h/b"), &result, &err) == IRI_OK, "%d", err.status);
	CHECK(result.rung == IRI_RUNG_STRING, "%s", iri_rung_name(result.rung));
	for (size_t i = 0; i < COUNT(rows); i++) {
		CHECK(iri_comparer_set_base(c, str(rows[i].base), &err) == rows[i].status, "%s", rows[i].base);
		CHECK(iri_compare(c, str("x"), str("http://h/"), &result, &err) == IRI_IS_RELATIVE && !err.second,
		      "%s", rows[i].base);
	}
	iri_comparer_free(c);
	done("compare: the handle has a copy of the base, and none after an error");
	comparer = iri_comparer_new(NULL);
	iri_comparer_set_base(comparer, str("http://h/b/"), NULL);
	each_row("explain.tsv", check_explanation);
	iri_comparer_free(comparer);
	CHECK(!iri_cause_text(IRI_CAUSES), "a text for no cause");
	done("compare: explanations name the rules, or the place of the first difference");
}
