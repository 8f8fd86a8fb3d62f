/* SPDX-License-Identifier: ISC */
/* Blocks of JSON: tests all bytes of a block at once, so that the reader looks only at the few bytes that matter. */
#ifndef JSON_SCAN_H
#define JSON_SCAN_H

#include <stdint.h>

enum { JSON_BLOCK = 64, JSON_AFTER = 4 }; /* bytes: of a block, and after it */

/*
 * Returns a mask of the bytes of the block at p at which a string can have the ":" of a link, or a comment can begin: a
 * ":" that follows no '"' and precedes no white space; a backslash that can begin an escape for ":"; and "/" before
 * "*". It can also have others. Also reads the byte before p and JSON_AFTER bytes after the block.
 */
uint64_t json_scan(const char *p);

/* Bit masks of a block: bit i is for byte i. */
struct json_masks {
	uint64_t quotes;   /* '"' */
	uint64_t backslashes;
	uint64_t newlines; /* line feeds */
	uint64_t others;   /* "'" and "/" */
};

/* Finds the quotes in the block at p, and sets *m. */
void json_scan_quotes(const char *p, struct json_masks *m);

/*
 * Do the same, but take eight bytes at a time. For processors that have no faster function here, and for tests of the
 * faster functions.
 */
uint64_t json_scan_portable(const char *p);
void json_scan_quotes_portable(const char *p, struct json_masks *m);

#endif
