/* SPDX-License-Identifier: ISC */
/* If the fault is in the base, an error names no bytes outside the operand. */
#include "unit.h"

void test_compare(void)
{
	static const struct {
		const char *base;
		unsigned form;
		enum iri_status status;
	} rows[] = {
		{"http://h/\xE2\x80\xAE/", IRI_REQUIRE_SCHEME, IRI_BAD_BIDI},
		{"http://h/a b/", IRI_REQUIRE_SCHEME | IRI_ALLOW_LEIRI, IRI_BAD_CHAR},
		{"a", IRI_REFERENCE, IRI_IS_RELATIVE},
	};
	const char *const pairs[][2] = {{"x", "http://h/"}, {"http://h/", "x"}, {"x", "y"}};
	struct iri_comparison result;
	struct iri_error err;
	struct iri_ref base;

	for (size_t i = 0; i < COUNT(rows); i++) {
		CHECK(iri_parse(str(rows[i].base), rows[i].form, &base, NULL) == IRI_OK, "%s", rows[i].base);
		struct iri_comparer *const c = iri_comparer_new(&(struct iri_compare_options){.base = &base});
		for (size_t k = 0; k < COUNT(pairs); k++) {
			const struct iri_str a = str(pairs[k][0]), b = str(pairs[k][1]);
			CHECK(iri_compare(c, a, b, &result, &err) == rows[i].status, "%s %s", rows[i].base, a.p);
			const size_t n = err.second ? b.n : a.n;
			CHECK(err.off <= n && err.len <= n - err.off, "%s %s: %zu", rows[i].base, a.p, err.off);
		}
		iri_comparer_free(c);
	}
	done("compare: errors in the base have no offset in the operands");
}
