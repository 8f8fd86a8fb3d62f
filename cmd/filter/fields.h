/* SPDX-License-Identifier: ISC */
/* Takes the references out of lines, for reference.h */
#ifndef FIELDS_H
#define FIELDS_H

#include "filter.h"

/* Processes a line of input, without its line end. ended: the line end follows in the input. */
void filter_line(struct filter *f, struct iri_str line, bool ended);

#endif
