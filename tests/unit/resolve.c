/* SPDX-License-Identifier: ISC */
/* References are resolved by RFC 3986, section 5.2. The shortest relative reference resolves to the target. */
#include "unit.h"

#include "lib/ops/resolve.h"

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

/* Laws for a base and a reference or an absolute IRI; for some IRIs also check_shorter */
static void check_resolution(void)
{
	struct iri_resolver *const r = iri_resolver_new(NULL);
	struct iri_str found;
	struct iri_ref base, target;
	struct iri_error err;
	char b[64], x[64];
	int resolved = 0, reached = 0, missed = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str s = {x, put_short_iri(x)}, t = {b, put_short_iri(b)};
		const size_t from = rng() % (s.n + 1);
		resolved += laws_of_resolution(t, iri_between(x + from, x + s.n));
		laws_of_resolution(t, s);
		if (iri_parse(s, IRI_REQUIRE_SCHEME, &target, &err) != IRI_OK ||
		    iri_parse(t, IRI_REQUIRE_SCHEME, &base, &err) != IRI_OK ||
		    iri_resolver_set_base(r, t, &err) != IRI_OK)
			continue;
		const bool is_reached = iri_relativize(r, s, &found, &err) == IRI_OK;
		reached += is_reached;
		missed += !is_reached;
		/* Resolvers disagree about encoded dots, and about "/." before a path that begins with "//". */
		if (round % 100 == 0 && !(target.path.n > 2 && !memcmp(target.path.p, "/./", 3)) &&
		    !memchr(base.path.p, '%', base.path.n))
			check_shorter(&base, s, is_reached ? found.n : SIZE_MAX);
	}
	CHECK(resolved > rounds / 4, "only %d of %d", resolved, rounds);
	CHECK(reached > rounds / 20 && missed > rounds / 100, "only %d and %d", reached, missed);
	iri_resolver_free(r);
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
	check_base();
	done("resolve: the handle has a copy of the base");
	check_leiri();
	done("resolve: a target with characters of LEIRIs has a reference");
}
