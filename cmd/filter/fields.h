/* SPDX-License-Identifier: ISC */
/* Splits lines into references, passes these to the tool, and writes its output. Handles invalid lines. */
#ifndef FIELDS_H
#define FIELDS_H

#include "filter.h"

/* Processes a line of input, without its line end. ended: the line end follows in the input. */
void filter_line(struct filter *f, struct iri_str line, bool ended);

/*
 * For a tool's line function: converts n ascending byte offsets in the reference that the function got, in place, to
 * offsets in the line as it was read.
 */
void filter_locate(struct filter *f, size_t *offsets, size_t n);

/* Whether --field is set, and this output for a field contains the separator. */
bool filter_breaks_fields(const struct filter *f, struct iri_str out);

#endif
