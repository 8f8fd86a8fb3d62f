/* SPDX-License-Identifier: ISC */
/* Rows of tables (GitHub Flavored Markdown, section 4.10) */
#ifndef TABLES_H
#define TABLES_H

#include "lib/iri.h"

/* Returns the number of columns that the delimiter row between p and end gives a table, or 0 if it is none. */
size_t tables_columns(const char *p, const char *end);

/* Returns the start of the first cell of the row at p: after "|", if the row begins with it. */
const char *tables_first_cell(const char *p, const char *end);

/*
 * Finds the next cell of a row, and moves *p after it; *p is from tables_first_cell, or where the last call left it.
 * end: the end of the line. Returns false if no cell follows. A "|" splits cells unless a backslash stands directly
 * before it, even if that is escaped itself (cmark-gfm).
 */
bool tables_next_cell(const char **p, const char *end, struct iri_str *cell);

/* Returns the number of cells of a row. */
size_t tables_count_cells(const char *p, const char *end);

#endif
