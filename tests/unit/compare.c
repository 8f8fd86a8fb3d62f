/* SPDX-License-Identifier: ISC */
/* The base of comparisons. */
#include "unit.h"

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
}
