/* SPDX-License-Identifier: ISC */
/* A line of a baseline: three fields with a tab between them, and their escapes */
#ifndef BASELINE_LINE_H
#define BASELINE_LINE_H

#include "lib/base/buf.h"

enum { BASELINE_FIELDS = 3 };

/* Appends s as a field. */
void baseline_add_field(struct iri_buf *to, struct iri_str s);

/* Appends the name of a document as a field, which is the first of its line. */
void baseline_add_document(struct iri_buf *to, struct iri_str name);

/* Appends a field without its escapes. Returns NULL, or the backslash of an escape that does not exist. */
const char *baseline_add_unescaped(struct iri_buf *to, struct iri_str field);

/*
 * Splits a line into its fields. Returns NULL or, if it does not have two tabs, an error message as static text; then
 * sets *off to the place of the error.
 */
const char *baseline_cut(struct iri_str s, struct iri_str fields[BASELINE_FIELDS], size_t *off);

#endif
