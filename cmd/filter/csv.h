/* SPDX-License-Identifier: ISC */
/* Fields of CSV (RFC 4180), also of records that go over several lines. */
#ifndef CSV_H
#define CSV_H

#include "lib/base/buf.h"

/* Reader of the lines of a file. Before the first line, set all to zero but the separator and the number. */
struct csv {
	const char *separator;
	size_t number;        /* the field that is wanted, from 1; 0: none */
	size_t before;        /* number of fields of the record that ended before this line, or before the open one */
	bool open;            /* the line begins inside of a quoted field */
	bool seen;            /* the record has had the wanted field */
};

/* What csv_read finds */
struct csv_line {
	/*
	 * CSV_PASS: nothing to do in this line. CSV_MISSING: the record ends without the field. CSV_BROKEN: the field
	 * has a line end. CSV_FAULT: neither a separator nor the end of the line follows a closing quotation mark.
	 */
	enum csv_found { CSV_FOUND, CSV_PASS, CSV_MISSING, CSV_BROKEN, CSV_FAULT } found;
	struct iri_str field;   /* CSV_FOUND: the field, with its quotation marks */
	struct iri_str content; /* what they enclose, or the field; quotation marks in it are doubled if it is quoted */
	bool quoted;
	size_t off;             /* CSV_BROKEN, CSV_FAULT: the place of the error in the line */
	size_t n;               /* CSV_MISSING: number of fields in the record */
};

/* Finds the wanted field in a line, without its line end. All lines of the file must be read, in order. Linear. */
void csv_read(struct csv *c, struct iri_str line, struct csv_line *result);

/*
 * Returns the number of the field of the first line that has this name, decoded, or 0. Calls `other` with each name
 * before it.
 */
size_t csv_find_name(const char *separator, struct iri_str line, struct iri_str name, struct iri_buf *scratch,
                     void (*other)(void *arg, struct iri_str name), void *arg);

/* Appends the content of a quoted field, with "" as one quotation mark. */
void csv_decode(struct iri_str content, struct iri_buf *out);

/* Appends a field: in quotation marks, if it was quoted before, or needs them. */
void csv_add(struct iri_buf *out, struct iri_str field, const char *separator, bool quoted);

/* Changes n ascending offsets in a decoded field to offsets in its content. */
void csv_locate(struct iri_str content, size_t *offsets, size_t n);

#endif
