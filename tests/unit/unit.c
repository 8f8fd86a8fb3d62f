/* SPDX-License-Identifier: ISC */
/* Runs the unit tests, and prints their results as TAP. */
#include "config.h"

#include "unit.h"

#include "tests/rows/table.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define CALL(module) test_##module,
static void (*const modules[])(void) = {MODULES(CALL)};

int rounds = 30000;
unsigned stride = 1;
static int tests, failures, faults; /* faults: of the current test */

bool add_fault(const char *file, int line, const char *condition)
{
	if (++faults > 5)
		return false;
	printf("# %s:%d: %s: ", file, line, condition);
	return true;
}

void law_broken(const char *file, int line, const char *law, struct iri_str s)
{
	if (add_fault(file, line, law))
		printf("%.*s\n", TEXT(s));
}

void done(const char *name)
{
	printf("%sok %d - unit: %s\n", faults ? "not " : "", ++tests, name);
	failures += faults != 0;
	faults = 0;
}

void check_growth(const char *file, int line, void (*f)(size_t n), size_t n)
{
	long small = LONG_MAX, large = LONG_MAX;

	for (int tries = 0; tries < 8; tries++) {
		const long start = (long)clock();
		f(n);
		const long middle = (long)clock();
		f(4 * n);
		const long end = (long)clock();
		small = middle - start < small ? middle - start : small;
		large = end - middle < large ? end - middle : large;
		if (large <= 6 * small + CLOCKS_PER_SEC / 100)
			return;
	}
	if (add_fault(file, line, "the time grows faster than the size"))
		printf("%ld and %ld clock ticks for %zu and %zu\n", small, large, n, 4 * n);
}

struct iri_str exactly(const char *p, size_t n)
{
	static char *copy;

	free(copy);
	copy = NULL;
	if (!n)
		return (struct iri_str){NULL, 0};
	copy = malloc(n);
	if (!copy)
		abort();
	memcpy(copy, p, n);
	return (struct iri_str){copy, n};
}

void set_stdin(struct iri_str text)
{
	FILE *const file = tmpfile();

	if (!file || fwrite(text.p, 1, text.n, file) != text.n || fflush(file) != 0 ||
	    lseek(fileno(file), 0, SEEK_SET) != 0 || dup2(fileno(file), STDIN_FILENO) < 0)
		abort();
	fclose(file);
}

void each_row(const char *name, void (*check)(char *const *cells))
{
	struct iri_buf texts[MOST_CELLS] = {{0}};
	struct table t;
	char path[64];

	snprintf(path, sizeof path, "unit/tables/%s", name);
	table_read(&t, path);
	for (size_t i = 0; i < t.count; i++) {
		const struct row row = table_row(&t, i);
		char *cells[MOST_CELLS] = {NULL};
		CHECK(row.count == t.columns, "%s: row %zu has %zu cells", name, i, row.count);
		for (size_t k = 0; k < row.count; k++) {
			texts[k].n = 0;
			row_unescape(&texts[k], row.cells[k]);
			iri_buf_putc(&texts[k], '\0');
			cells[k] = iri_is(row.cells[k], "-") ? NULL : texts[k].p;
		}
		check(cells);
	}
	for (size_t k = 0; k < MOST_CELLS; k++)
		iri_buf_free(&texts[k]);
	table_free(&t);
}

unsigned word_of(const char *cell, const char *const *words, size_t n)
{
	for (unsigned i = 0; i < n; i++)
		if (words[i] && cell && !strcmp(cell, words[i]))
			return i;
	fprintf(stderr, "unit: unknown word %s\n", cell ? cell : "-");
	exit(2);
}

bool is_true(const char *cell)
{
	static const char *const words[] = {"false", "true"};

	return word_of(cell, words, COUNT(words));
}

/* unit [ROUNDS [STRIDE]]. In "make check-long", IRI_LONG is set. */
int main(int argc, char **argv)
{
	const char *const full = getenv("IRI_LONG");

	if (full && *full)
		rounds = 100000;
	if (argc > 1)
		rounds = atoi(argv[1]);
	if (argc > 2)
		stride = (unsigned)atoi(argv[2]);
	setvbuf(stdout, NULL, _IOLBF, 0); /* so that "make check" shows each test when it ends */
	for (size_t i = 0; i < COUNT(modules); i++) {
		rng_start();
		modules[i]();
	}
	printf("1..%d\n", tests);
	return failures != 0;
}
