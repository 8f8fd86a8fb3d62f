/* SPDX-License-Identifier: ISC */
/* Rows of a table: the parts of a reference, separated by tabs. */
#ifndef ROW_H
#define ROW_H

#include "lib/base/buf.h"

/* The parts of a reference that a row may have: the components, by the numbers of enum iri_component, and this. */
enum { ROW_AUTHORITY = IRI_FRAGMENT + 1, ROW_PARTS };

/* The columns of a row */
struct row_columns {
	const unsigned char *parts; /* the part in each column, by its number */
	size_t n;                   /* number of columns, from 1 to ROW_MOST_COLUMNS */
	struct iri_str absent;      /* the text for an absent part. IRI_PADDING readable bytes follow it */
};
enum { ROW_MOST_COLUMNS = 64 };

/*
 * Appends n values, separated by tabs; n is from 1 to ROW_MOST_COLUMNS. The text `absent` takes the place of a value
 * that is absent.
 */
void row_add(const struct iri_str *values, size_t n, struct iri_str absent, struct iri_buf *out);

/*
 * Appends the row of ref: its parts in these columns, as row_add does. The text of ref must be followed by
 * IRI_PADDING readable bytes.
 */
void row_add_parts(const struct row_columns *columns, const struct iri_ref *ref, struct iri_buf *out);

#endif
