/* SPDX-License-Identifier: ISC */
/*
 * Dot segments are removed by the algorithm of RFC 3986, section 5.2.4, with two differences: "%2E" counts as a dot;
 * and without an authority, a result that begins with "//" gets "/." in front.
 */
#include "unit.h"

#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"

/* What follows the last dot of a segment with a name (RFC 3986, section 3.3; 2.3 for encoded dots) */
static void check_extension(void)
{
	static const struct {
		const char *ref, *extension; /* NULL: absent */
	} rows[] = {
		{"/a.b", "b"}, {"/a.tar.gz", "gz"}, {"a.b", "b"}, {"http://h.org", NULL}, {"http://h.org/", NULL},
		{"//h/a.b?c.d#e.f", "b"}, {"/a.b/", NULL}, {"/a.b/c", NULL}, {"/a", NULL}, {"", NULL}, {"/", NULL},
		{"/a.", ""}, {"/a..", ""}, {"/.a", NULL}, {"/..a", NULL}, {"/.", NULL}, {"/..", NULL}, {"/...", NULL},
		{"/.a.b", "b"}, {"/%2E", NULL}, {"/.%2e", NULL}, {"/%2e.", NULL}, {"/%2ea", NULL}, {"/a%2Egz", "gz"},
		{"/a.%6Apg", "%6Apg"}, {"/a.b%2F", "b%2F"}, {"/%", NULL}, {"/%.a", "a"}, {"/a.b;c=1.2", "2"},
		{"mailto:a@b.c", NULL}, {"urn:a:b.c", NULL}, {"data:,a/b.c", NULL}, {"a:b/c.d", NULL}, {"a:/b.c", "c"},
		{"file:///a.b", "b"}, {"\xC3\xA9.\xC3\xA9", "\xC3\xA9"},
	};
	struct iri_ref ref;

	for (size_t i = 0; i < COUNT(rows); i++) {
		iri_split(exactly(rows[i].ref, strlen(rows[i].ref)), &ref);
		const struct iri_str found = iri_extension(&ref);
		CHECK(found.p ? rows[i].extension && iri_is(found, rows[i].extension) : !rows[i].extension, "%s: %.*s",
		      rows[i].ref, TEXT(iri_present(found)));
	}
	done("path: the extension of the last segment");
}

void test_path(void)
{
	static const struct {
		const char *in, *out;
		bool authority;
	} rows[] = {
		/* RFC 3986, section 5.2.4 */
		{"/a/b/c/./../../g", "/a/g", true},
		{"mid/content=5/../6", "mid/6", false},
		{"", "", true},
		{"/", "/", true},
		{"/.", "/", true},
		{"/..", "/", true},
		{"/./", "/", true},
		{"/../", "/", true},
		{"/a/.", "/a/", true},
		{"/a/..", "/", true},
		{"/a/../..", "/", true},
		{"/a/b/..", "/a/", true},
		{"/a/...", "/a/...", true},
		{"/a/.b/..c/d.", "/a/.b/..c/d.", true},
		{"/a//../b", "/a/b", true},
		{"//..//a", "//a", true},
		{"/.//b", "//b", true},
		/* By the steps of that section the path would become an authority. */
		{"/.//b", "/.//b", false},
		{"/a/..//b", "/.//b", false},
		{"/..//..//b", "/.//b", false},
		/* paths without a leading slash; merging a base without an authority with a reference can give them */
		{".", "", false},
		{"..", "", false},
		{"a/..", "/", false},
		{"a/.", "a/", false},
		{"a/b/..", "a/", false},
		{"b/../c", "/c", false},
		{"../../c", "c", false},
		{"b/..//c", "/.//c", false},
		{"b/..//c", "//c", true},
		{".//c", "/c", false},
		{".///c", "/.//c", false},
		{"./", "", false},
		{"./a:b", "a:b", false},
		{"a/../../b", "/b", false},
		{"a/.../b", "a/.../b", false},
		/* encoded dots (RFC 3986, section 2.3) */
		{"/a/%2e/../b", "/b", true},
		{"/a/%2E%2e", "/", true},
		{"/a/.%2e/b/%2E.", "/", true},
		{"%2e/%2e%2e/a", "a", true},
		{"/%2f/%2", "/%2f/%2", true},
		{"/a%2e/%2ea/%2e%2e%2e", "/a%2e/%2ea/%2e%2e%2e", true},
	};
	struct iri_buf out = {0};

	for (size_t i = 0; i < COUNT(rows); i++) {
		out.n = 0;
		iri_remove_dots(exactly(rows[i].in, strlen(rows[i].in)), rows[i].authority, &out);
		const struct iri_str found = iri_contents(&out);
		CHECK(iri_same(found, str(rows[i].out)), "%s: %.*s", rows[i].in, TEXT(found));
	}
	iri_buf_free(&out);
	done("path: dot segments by RFC 3986, and no path becomes an authority");
	check_extension();
}
