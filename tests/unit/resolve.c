/* SPDX-License-Identifier: ISC */
/* References are resolved by RFC 3986, section 5.2. The shortest relative reference resolves to the target. */
#include "unit.h"

#include "lib/ops/resolve.h"
#include "lib/syntax/path.h"

/*
 * Writes a short IRI or a text that is almost one, less than 24 bytes, with the characters that begin or end a path, a
 * query or a fragment.
 */
static size_t put_short_iri(char *to)
{
	static const char *const starts[] = {"a:", "a:", "a://h", "a://h", "a:/", "a://", "b:", "a:/.//b", "a://i"};
	static const char *const pieces[] = {"/", "/", ".", ".", "/", "a", ":", "?", "#", "b", "%2e"};
	size_t n = put(to, ANY_OF(starts));

	while (rng() % 6 && n < 20)
		n += put(to + n, ANY_OF(pieces));
	return n;
}

static void check_resolution(void)
{
	char base[64], ref[64];
	int resolved = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str b = {base, put_short_iri(base)};
		const size_t n = put_short_iri(ref), from = rng() % (n + 1);
		resolved += laws_of_resolution(b, (struct iri_str){ref + from, n - from});
	}
	CHECK(resolved > rounds / 4, "only %d of %d", resolved, rounds);
}

/*
 * Checks that no reference of fewer than n characters resolves to s. Tries all references of at most four characters
 * that put_short_iri writes outside "%2e".
 */
static void check_shorter(const struct iri_ref *base, struct iri_str s, size_t n)
{
	static const char alphabet[9] = {'/', '.', 'a', ':', '?', '#', 'b', 'h', 'i'};
	static struct iri_buf back;
	struct iri_ref ref;
	char text[4];
	unsigned long count = 1;

	for (size_t len = 0; len <= sizeof text && len < n; len++, count *= COUNT(alphabet))
		for (unsigned long i = 0; i < count; i++) {
			unsigned long code = i;
			for (size_t k = 0; k < len; k++, code /= COUNT(alphabet))
				text[k] = alphabet[code % COUNT(alphabet)];
			if (iri_parse((struct iri_str){text, len}, IRI_REFERENCE, &ref, NULL) != IRI_OK)
				continue;
			back.n = 0;
			iri_resolve_to(base, &ref, false, &back);
			CHECK(!iri_same(iri_contents(&back), s), "%.*s, %.*s: %.*s", TEXT(base->text), TEXT(s),
			      TEXT(ref.text));
		}
}

/* resolve(base, relative(base, x)) = x */
static void check_relative(void)
{
	struct iri_resolver *const r = iri_resolver_new(NULL);
	struct iri_buf back = {0}, dotless = {0};
	struct iri_str found;
	struct iri_ref base, target, ref;
	struct iri_error err;
	char b[64], x[64];
	long reached = 0, missed = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str s = {x, put_short_iri(x)};
		const struct iri_str t = {b, put_short_iri(b)};
		if (iri_parse(t, IRI_REQUIRE_SCHEME, &base, &err) != IRI_OK ||
		    iri_parse(s, IRI_REQUIRE_SCHEME, &target, &err) != IRI_OK ||
		    iri_resolver_set_base(r, t, &err) != IRI_OK)
			continue;
		back.n = dotless.n = 0;
		const enum iri_status status = iri_relativize(r, s, &found, &err);
		if (status == IRI_OK) {
			reached++;
			CHECK(iri_parse(found, IRI_REFERENCE, &ref, &err) == IRI_OK, "%.*s", TEXT(found));
			iri_resolve_to(&base, &ref, false, &back);
			CHECK(iri_same(iri_contents(&back), s), "%.*s, %.*s: %.*s", TEXT(base.text), TEXT(s),
			      TEXT(found));
		} else {
			/* There is no reference only if the IRI has dot segments, which resolution would remove. */
			missed++;
			iri_remove_dots(target.path, target.authority.p, &dotless);
			CHECK(status == IRI_UNREACHABLE, "%.*s, %.*s: %d", TEXT(base.text), TEXT(s), (int)status);
			CHECK(!iri_same(iri_contents(&dotless), target.path), "%.*s", TEXT(s));
		}
		/* Resolvers disagree about encoded dots, and about "/." before a path that begins with "//". */
		const bool disputed = (target.path.n > 2 && !memcmp(target.path.p, "/./", 3)) ||
		                      memchr(base.path.p, '%', base.path.n);
		if (round % 200 == 0 && !disputed)
			check_shorter(&base, s, status == IRI_OK ? found.n : SIZE_MAX);
	}
	CHECK(reached > rounds / 20 && missed > rounds / 100, "only %ld and %ld of %d", reached, missed, rounds);
	iri_resolver_free(r);
	iri_buf_free(&back);
	iri_buf_free(&dotless);
}

/* A target with characters of LEIRIs has a reference, too. */
static void check_leiri(void)
{
	struct iri_resolver *const r = iri_resolver_new(&(struct iri_resolve_options){.lenient = true});
	struct iri_str found = {NULL, 0};
	struct iri_error err;

	CHECK(iri_resolver_set_base(r, str("http://a/x y"), NULL) == IRI_OK, "base");
	CHECK(iri_relativize(r, str("http://a/b c"), &found, NULL) == IRI_OK, "no reference");
	CHECK(iri_same(found, str("b c")), "%.*s", TEXT(found));
	CHECK(iri_resolve(r, str("?d e"), &found, NULL) == IRI_OK, "not resolved");
	CHECK(iri_same(found, str("http://a/x y?d e")), "%.*s", TEXT(found));
	iri_resolver_free(r);
	struct iri_resolver *const strict = iri_resolver_new(NULL);
	CHECK(iri_resolver_set_base(strict, str("http://a/x y"), &err) == IRI_BAD_CHAR, "a space");
	CHECK(err.off == 10, "%zu", err.off);
	iri_resolver_free(strict);
}

/* The handle keeps a copy of the base, and none after an error (RFC 3986, section 5.1: a base has a scheme). */
static void check_base(void)
{
	struct iri_resolver *const r = iri_resolver_new(NULL);
	char text[] = "http://a/b/c";
	struct iri_str found;
	struct iri_error err;

	CHECK(iri_resolve(r, str("http://a/"), &found, &err) == IRI_IS_RELATIVE, "no base");
	CHECK(iri_resolver_set_base(r, str(text), NULL) == IRI_OK, "base");
	memset(text, 'x', sizeof text - 1);
	CHECK(iri_resolve(r, str("d"), &found, NULL) == IRI_OK, "not resolved");
	CHECK(iri_same(found, str("http://a/b/d")), "%.*s", TEXT(found));
	CHECK(iri_resolve(r, str("[d"), &found, &err) == IRI_BAD_CHAR && !err.off && !err.second, "%zu", err.off);
	CHECK(iri_resolver_set_base(r, str("//a/b"), &err) == IRI_IS_RELATIVE, "relative");
	CHECK(iri_resolve(r, str("d"), &found, &err) == IRI_IS_RELATIVE, "no base");
	CHECK(iri_relativize(r, str("http://a/"), &found, &err) == IRI_IS_RELATIVE, "no base");
	iri_resolver_free(r);
}

void test_resolve(void)
{
	check_resolution();
	done("resolve: the result is that of the components, and iri_relativize is the inverse");
	check_relative();
	done("resolve: a relative reference resolves to the target, and no shorter one does");
	check_base();
	done("resolve: the handle has a copy of the base");
	check_leiri();
	done("resolve: a target with characters of LEIRIs has a reference");
}
