/* SPDX-License-Identifier: ISC */
/* The names of schemes are found in upper, lower and mixed case, and tests of their ends agree with the table. */
#include "unit.h"

#include "lib/syntax/schemes.h"

static void check_row(char *const *cells)
{
	const struct iri_scheme *const found = iri_scheme_find(str(cells[0]));

	CHECK(found ? cells[1] && !strcmp(found->name, cells[1]) : !cells[1], "%s", cells[0]);
	CHECK(!cells[2] || iri_scheme_has(str(cells[0]), SCHEME_DOMAIN), "%s", cells[0]);
}

void test_scheme(void)
{
	each_row("schemes.tsv", check_row);
	for (size_t i = 0; i < iri_n_schemes; i++) {
		const struct iri_str name = str(iri_schemes[i].name);
		CHECK(!(iri_schemes[i].flags & SCHEME_IN_TEXT) || iri_ends_like_scheme_in_text(name.p + name.n), "%s",
		      iri_schemes[i].name);
	}
	done("scheme: names are found in any case, and other names are not found");
}
