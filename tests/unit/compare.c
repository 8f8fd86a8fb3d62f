/* SPDX-License-Identifier: ISC */
/* The base of comparisons, and their explanations. */
#include "unit.h"

#include <stdio.h>

/* Section 5.3 names the rules; the offsets are those of the first characters that no rule makes equal. */
static void check_explanations(void)
{
	static const struct {
		const char *a, *b, *causes;
		size_t off[2];
	} rows[] = {
		{"http://h/a", "http://h/a", "", {0, 0}},
		{"HTTP://h/%7e", "http://H/~", "case of the scheme, case of the host, percent-encoding", {0, 0}},
		{"http://h/%c3%a9", "http://h/%C3%A9", "case of hexadecimal digits", {0, 0}},
		{"http://h:80", "http://h/", "default port, empty path", {0, 0}},
		{"http://h/abc", "http://h/abd", "", {11, 11}},
		{"http://h/?a", "http://h/#a", "", {10, 9}},
		{"x", "http://h/b/y", "", {0, 11}}, /* the first operand is resolved */
		{"./y", "http://h/b/y", "", {0, 0}},
	};
	struct iri_comparer *const c = iri_comparer_new(NULL);
	struct iri_comparison result;
	struct iri_explanation why;

	iri_comparer_set_base(c, str("http://h/b/"), NULL);
	for (size_t i = 0; i < COUNT(rows); i++) {
		char causes[256] = "";
		CHECK(iri_compare(c, str(rows[i].a), str(rows[i].b), &result, NULL) == IRI_OK &&
		      iri_explain(c, &result, &why, NULL) == IRI_OK, "%s", rows[i].a);
		for (unsigned n = 0; n < IRI_CAUSES; n++)
			if (why.causes & 1u << n)
				snprintf(causes + strlen(causes), sizeof causes - strlen(causes), "%s%s",
				         *causes ? ", " : "", iri_cause_text((enum iri_cause)n));
		CHECK(!strcmp(causes, rows[i].causes), "%s: %s", rows[i].a, causes);
		CHECK(why.off[0] == rows[i].off[0] && why.off[1] == rows[i].off[1], "%s: %zu, %zu", rows[i].a,
		      why.off[0], why.off[1]);
		CHECK(why.resolved[0] == !strchr(rows[i].a, ':') && !why.resolved[1], "%s", rows[i].a);
	}
	CHECK(!iri_cause_text(IRI_CAUSES), "a text for no cause");
	iri_comparer_free(c);
	done("compare: explanations name the rules, or the place of the first difference");
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
	check_explanations();
}
