/* SPDX-License-Identifier: ISC */
/* Prints what irishow tells about a link as a block: rows of a heading in column 1 and a value in column 11. */
#ifndef FACTS_BLOCK_H
#define FACTS_BLOCK_H

#include "facts.h"
#include "layout.h"

/*
 * Appends the rows, each with a line feed. The result is UTF-8 and has no control characters but line feeds and, with
 * colour, escape sequences. Linear. Out of memory, sets out->failed.
 */
void facts_block_print(const struct layout_options *o, const struct facts *facts, struct iri_buf *out);

#endif
