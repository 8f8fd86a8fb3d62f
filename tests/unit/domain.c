/* SPDX-License-Identifier: ISC */
/* The domain that a host belongs to, with a short list of public suffixes. */
#include "unit.h"

#include "lib/base/str.h"

#include <stdlib.h>

/* The calls of is_suffix, and the greatest length of a name in them */
struct calls {
	size_t n, longest;
};

/* For struct iri_suffixes: a few suffixes of the Public Suffix List, and every top-level domain */
static bool is_suffix(void *arg, struct iri_str name, bool with_private)
{
	static const char *const registries[] = {"co.uk", "com.au", "city.kawasaki.jp"};
	struct calls *const calls = arg;

	calls->n++;
	calls->longest = name.n > calls->longest ? name.n : calls->longest;
	for (size_t i = 0; i < COUNT(registries); i++)
		if (iri_is(name, registries[i]))
			return true;
	return (with_private && iri_is(name, "github.io")) || (name.n && !memchr(name.p, '.', name.n));
}

static void check_long_hosts(void)
{
	struct calls calls = {0};
	const struct iri_suffixes suffixes = {is_suffix, &calls};
	const size_t n = (size_t)1 << 20;
	char *const host = malloc(n);

	CHECK(host, "no memory");
	if (!host)
		return;
	memset(host, 'a', n);
	CHECK(iri_domain_suffix(&suffixes, (struct iri_str){host, n}).n == n, "one label");
	CHECK(iri_domain_registrable(&suffixes, (struct iri_str){host, n}).n == n, "one label");
	memcpy(host + n - 6, ".co.uk", 6);
	CHECK(iri_domain_suffix(&suffixes, (struct iri_str){host, n}).n == 5, "a long label");
	CHECK(iri_domain_registrable(&suffixes, (struct iri_str){host, n}).n == n, "a long label");
	for (size_t i = 1; i < n; i += 2)
		host[i] = '.';
	calls = (struct calls){0};
	CHECK(iri_domain_suffix(&suffixes, (struct iri_str){host, n}).n == 1, "many labels");
	CHECK(calls.n <= 127 && calls.longest <= 253, "%zu calls, %zu octets", calls.n, calls.longest);
	calls = (struct calls){0};
	CHECK(!iri_domain_in_subdomain(&suffixes, (struct iri_str){host, n}).p, "many labels");
	CHECK(calls.n <= 2 * n && calls.longest <= 253, "%zu calls, %zu octets", calls.n, calls.longest);
	memset(host, '.', n);
	CHECK(!iri_domain_suffix(&suffixes, (struct iri_str){host, n}).n, "dots");
	CHECK(!iri_domain_in_subdomain(&suffixes, (struct iri_str){host, n}).p, "dots");
	free(host);
	done("domain: hosts of any length take linear time");
}

static void check_impossible(char *const *cells)
{
	CHECK(iri_domain_is_impossible(exactly(cells[0], strlen(cells[0]))) == is_true(cells[1]), "%s", cells[0]);
}

/* An absent host has no domain. */
static void check_absent_host(void)
{
	const struct iri_suffixes suffixes = {is_suffix, &(struct calls){0}};
	const struct iri_str absent = {NULL, 0};

	CHECK(!iri_domain_suffix(&suffixes, absent).n && !iri_domain_registrable(&suffixes, absent).n, "absent");
	CHECK(!iri_domain_below(absent, absent).n && iri_domain_is_impossible(absent), "absent");
	done("domain: an absent host has no domain");
}

static void check_host(char *const *cells)
{
	struct calls calls = {0};
	const struct iri_suffixes suffixes = {is_suffix, &calls};
	const struct iri_str host = exactly(cells[0], strlen(cells[0]));
	const struct iri_str suffix = iri_domain_suffix(&suffixes, host);
	const struct iri_str domain = iri_domain_registrable(&suffixes, host);
	const struct iri_str lure = iri_domain_in_subdomain(&suffixes, host);

	CHECK(iri_is(suffix, cells[1]), "%s: %.*s", cells[0], TEXT(suffix));
	CHECK(iri_is(domain, cells[2]), "%s: %.*s", cells[0], TEXT(domain));
	CHECK(lure.p ? lure.n && iri_is(lure, cells[3]) : !*cells[3], "%s: %.*s", cells[0], TEXT(iri_present(lure)));
}

void test_domain(void)
{
	check_absent_host();
	each_row("domain.tsv", check_host);
	done("domain: the public suffix, the registrable domain, and names that look like one");
	check_long_hosts();
	each_row("impossible.tsv", check_impossible);
	done("domain: hosts that cannot be the name of a site");
}
