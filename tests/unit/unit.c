/* SPDX-License-Identifier: ISC */
/* Runs the unit tests, and prints TAP. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* What others build on comes first. */
static void (*const modules[])(void) = {
	test_utf8,
	test_chars,
	test_scan,
	test_pct,
	test_siphash,
	test_scheme,
	test_nfc,
	test_path,
	test_parse,
	test_repair,
	test_hostcache,
	test_host,
	test_touri,
	test_toiri,
	test_norm,
	test_redirects,
	test_resolve,
	test_lint,
	test_plain,
	test_absence,
};

int faults;
int rounds = 100000;
static int tests, failures;

void done(const char *name)
{
	printf("%sok %d - unit: %s\n", faults ? "not " : "", ++tests, name);
	failures += faults != 0;
	faults = 0;
}

char *exactly(const char *p, size_t n)
{
	char *copy = malloc(n ? n : 1);

	if (!copy)
		abort();
	if (!n) {
		free(copy);
		return NULL;
	}
	memcpy(copy, p, n);
	return copy;
}

void law_broken(const char *file, int line, const char *law, struct iri_str s)
{
	CHECK(false, "%s:%d: %s: %.*s", file, line, law, (int)s.n, s.p);
}

/* An argument is the number of rounds of the generated tests of conversion to IRIs and normal forms. */
int main(int argc, char **argv)
{
	if (argc > 1)
		rounds = atoi(argv[1]);
	setvbuf(stdout, NULL, _IOLBF, 0); /* so that "make check" shows each test when it is done */
	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		modules[i]();
	printf("1..%d\n", tests);
	return failures != 0;
}
