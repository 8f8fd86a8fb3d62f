/* SPDX-License-Identifier: ISC */
/* lib/resolve.c: resolution and relative references */
#include "unit.h"

#include <string.h>

/* Short, hostile: everything that makes a path, a query or a fragment begin or end. */
static size_t short_iri(char *buf)
{
	static const char *const starts[] = {"a:", "a:", "a://h", "a://h", "a:/", "a://", "b:", "a:/.//b", "a://i"};
	const char *start = starts[rng() % (sizeof starts / sizeof *starts)];
	size_t n = strlen(start);

	memcpy(buf, start, n);
	while (rng() % 6 && n < 20) {
		const char c = "//../a:?#b%"[rng() % 11];
		memcpy(buf + n, c == '%' ? "%2e" : &c, c == '%' ? 3 : 1);
		n += c == '%' ? 3 : 1;
	}
	return n;
}

static void test_resolution(void)
{
	char b[64], r[64];
	int resolved = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str base = {b, short_iri(b)};
		const size_t n = short_iri(r), from = rng() % (n + 1);
		resolved += laws_of_resolution(base, (struct iri_str){r + from, n - from});
	}
	CHECK(resolved > rounds / 4, "only %d of %d", resolved, rounds);
	done("resolve: by text is as by components, and back");
}

static void test_relative(void)
{
	struct iri_relativizer r = {.best = {0}};
	struct iri_buf out = {0}, back = {0}, scratch = {0};
	struct iri_ref base, target, ref;
	struct iri_error err;
	char b[64], x[64], any[8];
	long reached = 0, missed = 0;

	for (int round = 0; round < rounds; round++) {
		struct iri_str base_text = {b, short_iri(b)}, s = {x, short_iri(x)};
		if (iri_parse(base_text, IRI_WITH_SCHEME, &base, &err) != IRI_OK)
			continue;
		base.fragment = (struct iri_str){NULL, 0};
		if (iri_parse(s, IRI_WITH_SCHEME, &target, &err) != IRI_OK)
			continue;
		out.n = back.n = 0;
		enum iri_status status = iri_relativize(&r, &base, s, &target, &out);
		struct iri_str found = {out.p ? out.p : "", out.n};
		if (status == IRI_OK) {
			/* resolve(base, relative(base, x)) = x */
			reached++;
			CHECK(iri_parse(found, IRI_REFERENCE, &ref, &err) == IRI_OK && iri_resolve(&base, &ref, false, &back) == IRI_OK,
			      "round %d", round);
			CHECK(back.n == s.n && !memcmp(back.p, s.p, s.n), "round %d: %.*s, %.*s -> %.*s", round, (int)base_text.n, b,
			      (int)s.n, x, (int)found.n, found.p);
		} else {
			/* Only what resolution would change has no reference: its path has dot segments to remove. */
			missed++;
			scratch.n = 0;
			iri_remove_dots(target.path, target.authority.p, &scratch);
			CHECK(status == IRI_UNREACHABLE && !(scratch.n == target.path.n &&
			                                     (!scratch.n || !memcmp(scratch.p, target.path.p, scratch.n))),
			      "round %d: %.*s, %.*s", round, (int)base_text.n, b, (int)s.n, x);
		}
		/*
		 * No shorter reference does: all strings of up to 4 of the characters that there are. But with a path that only
		 * its "/." keeps from being an authority, or with encoded dots, other software resolves shorter ones elsewhere.
		 */
		if (round % 200 || (target.path.n > 2 && !memcmp(target.path.p, "/./", 3)) || memchr(base.path.p, '%', base.path.n))
			continue;
		for (unsigned long i = 0; i < 9 + 81 + 729 + 6561 + 1; i++) {
			unsigned long code = i, count = 9;
			size_t n = 0;
			while (code >= (n ? count : 1)) {
				code -= n ? count : 1;
				count = n ? count * 9 : 9;
				n++;
			}
			for (size_t k = 0; k < n; k++, code /= 9)
				any[k] = "/.a:?#bhi"[code % 9];
			if (status == IRI_OK && n >= found.n)
				break;
			if (iri_parse((struct iri_str){any, n}, IRI_REFERENCE, &ref, &err) != IRI_OK)
				continue;
			back.n = 0;
			iri_resolve(&base, &ref, false, &back);
			CHECK(back.n != s.n || memcmp(back.p, s.p, s.n) != 0, "round %d: %.*s, %.*s -> %.*s, but %.*s", round,
			      (int)base_text.n, b, (int)s.n, x, (int)found.n, found.p, (int)n, any);
		}
	}
	CHECK(reached > rounds / 20 && missed > rounds / 100, "only %ld and %ld of %d", reached, missed, rounds);
	iri_relativizer_release(&r);
	iri_buf_free(&out);
	iri_buf_free(&back);
	iri_buf_free(&scratch);
	done("resolve: what is relative resolves back, and nothing shorter does");
}

void test_resolve(void)
{
	test_resolution();
	test_relative();
}
