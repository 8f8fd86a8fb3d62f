/* SPDX-License-Identifier: ISC */
/* The values of columns in one line */
#ifndef VALUES_H
#define VALUES_H

#include "columns.h"
#include "hosts.h"

struct values {
	struct iri_str of[ROW_MOST_COLUMNS];
	struct hosts hosts;
	bool json;           /* values are for JSON, which can have any text */
	bool tabs;           /* a tab would end a column */
	char line_end;
	const char *all;     /* --all: what stands between the values of a key; NULL: only the first one is wanted */
	/* Why a decoded value cannot be printed, as static text, and where its text in the line begins; or NULL */
	const char *fault, *fault_at;
	struct iri_buf authority, pairs, scratch;
	bool failed;         /* memory ran out */
};

/*
 * Sets v->of[i] to the value of column i, which is JSON if values_are_json says so. error: the text about an invalid
 * line, or NULL. original: the line
 */
void values_find(struct values *v, struct columns *c, const struct iri_ref *ref, const char *error,
                 struct iri_str original);

/* Whether the values of a column are JSON, with v->json: numbers and arrays. Else they are text. */
bool values_are_json(const struct values *v, const struct column *column);

/*
 * Checks whether s can be part of the output. A row cannot contain a line end nor, with v->tabs, a tab. JSON cannot
 * contain bytes that are not UTF-8. Returns IRI_OK, or an error at the first such byte.
 */
enum iri_status values_check(const struct values *v, struct iri_str s, struct iri_error *err);

void values_free(struct values *v);

#endif
