/* SPDX-License-Identifier: ISC */
/* Prints what irishow tells about a link as a block: rows of a word in column 1 and a value in column 11. */
#ifndef BLOCK_H
#define BLOCK_H

#include "facts.h"

struct block_options {
	size_t width;  /* of the terminal in columns: rows are wrapped and long values cut; 0: they are not */
	bool full;     /* cut nothing */
	bool color;
	bool defang;   /* write links so that no software makes them clickable: hxxp, and [.] in hosts */
};

/*
 * Appends the rows, each with a line feed. The result is UTF-8 and has no control characters but line feeds and, with
 * colour, escape sequences. Linear. Out of memory, sets out->failed.
 */
void block_print(const struct block_options *o, const struct facts *facts, struct iri_buf *out);

/*
 * Whether block_print shows a character by its number and name, "<U+202E RIGHT-TO-LEFT OVERRIDE>": since it is hidden,
 * or looks like another one.
 */
bool block_names(uint32_t ch);

/* Returns the name of such a character or, if it has none here, what it is, in a word or two: as static text. */
const char *block_char_name(uint32_t ch);

#endif
