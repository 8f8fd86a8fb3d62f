/* SPDX-License-Identifier: ISC */
#ifndef IRI_WIDTH_H
#define IRI_WIDTH_H

#include "lib/iri.h"

/* Returns the number of columns that the character takes on a terminal: 0, 1 or 2. */
int iri_char_width(uint32_t ch);

#endif
