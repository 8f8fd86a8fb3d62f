/* SPDX-License-Identifier: ISC */
/*
 * Tables of tests: files of rows, whose cells are separated by tabs. The first line, "# id\toptions...", names the
 * columns; other lines with "#" are comments.
 */
#ifndef TABLE_H
#define TABLE_H

#include "lib/base/str.h"

enum { MOST_CELLS = 96 };

struct table {
	const char *name; /* of the file, without its folder */
	struct iri_buf text;
	struct iri_str names[MOST_CELLS], *rows; /* views of the text: the names of columns; lines */
	size_t columns, count;
};

struct row {
	const struct table *table;
	struct iri_str cells[MOST_CELLS];
	size_t count;
	bool altered; /* an expectation was altered, to see that the row then fails */
};

/* Reads a table. Exits with a message if it cannot be read, or has no names of columns or no rows. */
void table_read(struct table *t, const char *path);
void table_free(struct table *t);

/* Returns row number i, from 0. */
struct row table_row(const struct table *t, size_t i);

/* Returns the index of the column with this name, or t->columns. */
size_t table_column(const struct table *t, const char *name);

/* Returns the cell of the column with this name, or an empty string if there is none. */
struct iri_str row_cell(const struct row *row, const char *name);

/* Appends a cell, with its escapes (those of printf's %b) resolved. */
void row_unescape(struct iri_buf *out, struct iri_str cell);

/* Returns the value of a hex digit, or -1. */
int hex_value(char c);

/* Calls the function for each part of the cell. Spaces separate parts. */
void row_each_word(struct iri_str cell, void (*function)(struct iri_str word));

/* Prints a text and a newline, with escapes for what a terminal does not show. */
void print_visibly(struct iri_str text);

/* Makes an empty folder the current one, and writes its name, of at most 4095 bytes. leave() removes it. */
void enter(char name[4096]);
void leave(const char *name);

#endif
