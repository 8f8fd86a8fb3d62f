/* SPDX-License-Identifier: ISC */
/* Tables of reStructuredText, in which text after a link must keep its column. */
#ifndef RST_TABLE_H
#define RST_TABLE_H

#include "lib/iri.h"

#include <stdbool.h>

/* The position in a document. Set the first member; the others are 0 at the start. */
struct rst_table {
	struct iri_str text;
	size_t next;      /* the line after the current one */
	size_t counted;   /* characters of the line before this offset are counted in `column` */
	size_t column;
	unsigned borders; /* lines like "===  ===" of the simple table that is open; 0: none is */
	size_t last;      /* where its last column begins, in bytes of a border; text there can have any length */
	bool in_grid;     /* the line is in a grid table, between lines like "+---+" */
	bool ends;        /* the line ends the simple table */
};

/*
 * Whether a new link at this offset must be as long as the old one, since text or a border after it has to keep its
 * column (reStructuredText, "Tables"). Offsets ascend from call to call.
 */
bool rst_table_holds(struct rst_table *t, size_t off);

#endif
