/* SPDX-License-Identifier: ISC */
/*
 * Dot segments are removed by the algorithm of RFC 3986, section 5.2.4, with two differences: "%2E" counts as a dot;
 * and without an authority, a result that begins with "//" gets "/." in front.
 */
#include "unit.h"

#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"

/* What follows the last dot of a segment with a name (RFC 3986, section 3.3; 2.3 for encoded dots) */
static void check_extension(char *const *cells)
{
	struct iri_ref ref;

	iri_split(exactly(cells[0], strlen(cells[0])), &ref);
	const struct iri_str found = iri_extension(&ref);
	CHECK(found.p ? cells[1] && iri_is(found, cells[1]) : !cells[1], "%s: %.*s", cells[0],
	      TEXT(iri_present(found)));
}

static void check_path(char *const *cells)
{
	struct iri_buf out = {0};

	iri_remove_dots(exactly(cells[0], strlen(cells[0])), is_true(cells[2]), &out);
	CHECK(iri_same(iri_contents(&out), str(cells[1])), "%s: %.*s", cells[0], TEXT(iri_contents(&out)));
	iri_buf_free(&out);
}

void test_path(void)
{
	each_row("path.tsv", check_path);
	done("path: dot segments by RFC 3986, and no path becomes an authority");
	each_row("extension.tsv", check_extension);
	done("path: the extension of the last segment");
}
