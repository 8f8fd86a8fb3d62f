/* SPDX-License-Identifier: ISC */
/* The names of schemes are found in upper, lower and mixed case. */
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
	done("scheme: names are found in any case, and other names are not found");
}
