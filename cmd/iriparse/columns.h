/* SPDX-License-Identifier: ISC */
/* The columns that --get and --format name */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "row.h"

#include "lib/base/buf.h"

/* What a column has: a part of the reference, with its number in row.h, or one of these. */
enum {
	COLUMN_ERROR = ROW_PARTS, COLUMN_USER, COLUMN_PASSWORD, COLUMN_HOST_ASCII, COLUMN_HOST_UNICODE, COLUMN_DOMAIN,
	COLUMN_SUFFIX, COLUMN_SUBDOMAIN, COLUMN_DEFAULT_PORT, COLUMN_PORT_EFFECTIVE, COLUMN_FILE, COLUMN_EXTENSION,
	COLUMN_PAIRS, COLUMN_ORIGINAL,
	COLUMN_SEGMENT, COLUMN_PAIR /* with an argument, after ":" */
};

struct column {
	unsigned char what;
	struct iri_str name;  /* as the user has named it */
	size_t segment;       /* COLUMN_SEGMENT: the number of the segment, from 1 */
	struct iri_buf key;   /* COLUMN_PAIR: the key, decoded */
	struct iri_buf value; /* memory for the value in the current line */
};

struct columns {
	struct column of[ROW_MOST_COLUMNS];
	size_t n;
	bool get, format;                  /* --get or --format has named them */
	/* --format: the texts between the columns, in one buffer, and where each ends there; the last is the end */
	struct iri_buf text;
	size_t ends[ROW_MOST_COLUMNS + 1];
	struct iri_buf message;
};

/* Adds the column with this name, which must be one. */
void columns_add(struct columns *c, const char *name);

/* Reads the argument of --get. Returns NULL, or an error message. */
const char *columns_read_list(struct columns *c, const char *list);

/* Reads the argument of --format: text with names in braces. Returns NULL, or an error message. */
const char *columns_read_format(struct columns *c, const char *format);

/* Whether there is a column of this kind. */
bool columns_have(const struct columns *c, unsigned what);

/* Appends the text of --format with these values. absent: for an absent value */
void columns_fill(const struct columns *c, const struct iri_str *values, struct iri_str absent, struct iri_buf *out);

void columns_free(struct columns *c);

#endif
