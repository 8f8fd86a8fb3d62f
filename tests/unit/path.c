/* SPDX-License-Identifier: ISC */
/* lib/path.c: dot segments */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

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
		/* where to the letter the path would become something else */
		{"/.//b", "/.//b", false},
		{"/a/..//b", "/.//b", false},
		{"/..//..//b", "/.//b", false},
		/* rootless paths, as they arise when a base is merged with a reference */
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

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t n = strlen(rows[i].in);
		char *p = exactly(rows[i].in, n);
		out.n = 0;
		iri_remove_dots((struct iri_str){p, n}, rows[i].authority, &out);
		CHECK(out.n == strlen(rows[i].out) && (!out.n || !memcmp(out.p, rows[i].out, out.n)), "%s: %.*s", rows[i].in,
		      (int)out.n, out.p ? out.p : "");
		free(p);
	}
	iri_buf_free(&out);
	done("path: dot segments, to the letter, and no authority");
}
