/* SPDX-License-Identifier: ISC */
/*
 * Unit tests of libiri, and of a few files of cmd/. A file tests the module after which it is named: its function
 * test_MODULE runs all tests of the module, and done() ends each test. unit.c calls these functions; random.c makes
 * input.
 */
#ifndef UNIT_H
#define UNIT_H

#include "lib/base/str.h"
#include "tests/laws/laws.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Adds a fault to the current test unless the condition holds. The other arguments are those of printf. */
#define CHECK(condition, ...) \
	do { \
		if (!(condition) && add_fault(__FILE__, __LINE__, #condition)) { \
			printf(__VA_ARGS__); \
			printf("\n"); \
		} \
	} while (0)

/* Counts a fault. Prints its place and returns true for the first few of a test, which are shown. */
bool add_fault(const char *file, int line, const char *condition);

/* Ends a test: prints its line of TAP. */
void done(const char *name);

/* The number of rounds of most tests with random input: 30,000, or 100,000 if IRI_LONG is set. */
extern int rounds;

/* Step of the loops over all code points, and divisor of other large numbers. It is 1, except under valgrind. */
extern unsigned stride;

/*
 * Runs f(n) and f(4 * n). Adds a fault to the current test unless the time, the least of up to three tries, grows in
 * proportion to n: it may grow to six times.
 */
#define CHECK_GROWTH(f, n) check_growth(__FILE__, __LINE__, f, n)
void check_growth(const char *file, int line, void (*f)(size_t n), size_t n);

static inline struct iri_str str(const char *text)
{
	return (struct iri_str){text, strlen(text)};
}

/* The arguments for "%.*s" */
#define TEXT(s) (int)(s).n, (s).p

/*
 * Copies n bytes to memory of exactly that size, so that a sanitizer or valgrind reports a read behind them. The
 * copy lives until the next one. If n is 0, it is absent.
 */
struct iri_str exactly(const char *p, size_t n);

/* Makes a file with this text the standard input. */
void set_stdin(struct iri_str text);

/*
 * Reads a table of tests/unit/tables, and calls the function for each row, with its cells. Their escapes, which are
 * those of printf's %b, are resolved; the cell "-" is NULL. The tests run in the folder tests.
 */
void each_row(const char *name, void (*check)(char *const *cells));

/* Returns the index of the cell in a list of words, some of which may be NULL. It must be there. */
unsigned word_of(const char *cell, const char *const *words, size_t n);

/* Whether the cell is "true"; else it must be "false". */
bool is_true(const char *cell);

/* Returns a random number (xorshift). Each module gets the same sequence, so that its failures can be repeated. */
uint32_t rng(void);
void rng_start(void);

#define ANY_OF(array) ((array)[rng() % COUNT(array)])

/* The put functions write text at `to`, without a NUL, and return its length. put() copies text. */
size_t put(char *to, const char *text);

/* Writes n bytes as percent-encoded octets, with digits in upper and lower case at random. */
size_t put_encoded(char *to, const char *bytes, size_t n);

/* Writes random text, less than `size` bytes, with characters of every kind that the grammar distinguishes. */
size_t put_hostile(char *to, size_t size);

/*
 * Writes a random URI, less than `size` bytes. Its percent-encoded octets encode characters of all planes, marks,
 * joiners, bidi controls, right-to-left text, delimiters, unreserved characters, and every kind of ill-formed sequence.
 */
size_t put_uri(char *to, size_t size);

/* The modules. Each comes after the modules that it uses, so that the first failure is close to the cause. */
#define MODULES(module) \
	module(names) module(utf8) module(chars) module(scan) module(pct_put) module(pct) module(siphash) \
	module(scheme) module(nfc) module(path) module(parse) module(query) module(repair) module(hostcache) \
	module(host) module(label) module(known) module(touri) module(toiri) module(linkify) module(totext) \
	module(norm) module(compare) module(data) module(embedded) module(domain) module(address) module(redirects) \
	module(resolve) module(lint) module(lines) module(absence) module(html) module(redirect_map) \
	module(baseline) module(facts_block) module(slugs)
#define DECLARE(module) void test_##module(void);
MODULES(DECLARE)

#endif
