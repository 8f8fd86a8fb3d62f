/* SPDX-License-Identifier: ISC */
/* Takes the references out of lines, for reference.h */
#ifndef FIELDS_H
#define FIELDS_H

#include "filter.h"

/* Processes a line of input, without its line end. ended: the line end follows in the input. */
void filter_line(struct filter *f, struct iri_str line, bool ended);

/*
 * For filter_lines, while the tool's lines function runs: calls filter_line for the line that ends before `next`.
 * lines: the number of lines before it that f->messages.line does not count yet. Check f->stop afterwards.
 */
void filter_line_apart(struct filter *f, const char *line, const char *next, uintmax_t lines);

#endif
