/* SPDX-License-Identifier: ISC */
/*
 * Unit tests of libiri: one file for each module of lib/, with one function that unit.c calls. Here is what they share.
 */
#ifndef UNIT_H
#define UNIT_H

#include "../../lib/iri.h"
#include "../laws.h"

#include <stdio.h>

/* Counts a fault of the current test unless the condition holds, and prints the first few, with a message as of printf. */
#define CHECK(condition, ...) \
	do { \
		if (!(condition) && ++faults <= 5) { \
			printf("# %s:%d: %s: ", __FILE__, __LINE__, #condition); \
			printf(__VA_ARGS__); \
			printf("\n"); \
		} \
	} while (0)

extern int faults; /* of the current test */
extern int rounds; /* how often tests with random text repeat */

/* Ends a test: prints its line of TAP. */
void done(const char *name);

/* A copy in memory of exactly its length, so that a sanitizer or valgrind sees a byte read beyond it. */
char *exactly(const char *p, size_t n);

/* A random number, the same in each run, so that a failure can be repeated. */
uint32_t rng(void);

/* Writes random text from an alphabet of everything that matters to the grammar, and returns its length. */
size_t hostile(char *buf, size_t most);

/* Writes a random URI with every kind of percent-encoded octets, and returns its length. */
size_t random_uri(char *buf, size_t most);

/* Writes n bytes as triplets, with digits in either case, and returns the length. */
size_t put_encoded(char *buf, const char *bytes, size_t n);

/* The modules: each function runs all tests of one. */
void test_utf8(void);
void test_chars(void);
void test_scan(void);
void test_pct(void);
void test_siphash(void);
void test_scheme(void);
void test_nfc(void);
void test_path(void);
void test_parse(void);
void test_repair(void);
void test_hostcache(void);
void test_host(void);
void test_touri(void);
void test_toiri(void);
void test_norm(void);
void test_redirects(void);
void test_resolve(void);
void test_lint(void);
void test_plain(void);
void test_absence(void);

#endif
