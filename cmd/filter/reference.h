/* SPDX-License-Identifier: ISC */
/* Passes a reference of a line to the tool, and writes the line with what the tool makes of it. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "filter.h"

#include <string.h>

/* Returns the first separator of fields from p on, or NULL. */
static inline const char *options_separator(const struct options *o, const char *p, const char *end)
{
	const size_t len = strlen(o->separator);

	for (; p < end && (p = memchr(p, o->separator[0], (size_t)(end - p))); p++)
		if ((size_t)(end - p) >= len && !memcmp(p, o->separator, len))
			return p;
	return NULL;
}

/*
 * Processes the text of one field of a line, and prints the line with the result in its place. The field is usually the
 * whole line, and the text is the field, except for fields of CSV in quotation marks. ended: the line end follows the
 * line in the input.
 */
void reference_handle(struct filter *f, struct iri_str line, struct iri_str field, struct iri_str content, bool ended);

/*
 * Prints and rejects an invalid line as --invalid and --reject ask for. field: the part of it that becomes empty with
 * --invalid=empty. given and why: arguments for the tool's `invalid` function. If why is NULL, it is not called.
 */
void reference_reject(struct filter *f, struct iri_str line, struct iri_str field, struct iri_str given,
                      const char *why);

/*
 * For a tool's line function: converts n ascending byte offsets in the reference that the function got, in place, to
 * offsets in the line as it was read.
 */
void filter_locate(struct filter *f, size_t *offsets, size_t n);

/* Whether --field is set, and this output for a field contains the separator. */
bool filter_breaks_fields(const struct filter *f, struct iri_str out);

#endif
