/* SPDX-License-Identifier: ISC */
#ifndef IRI_DISPLAY_H
#define IRI_DISPLAY_H

#include "lib/iri.h"

/* Returns the number of columns that the character takes on a terminal: 0, 1 or 2. */
int iri_char_width(uint32_t ch);

/*
 * Whether the character is a control, or is forbidden, invisible or unassigned by rules 1 to 4 of uri2iri. Private use
 * is allowed. Messages show the number of such a character.
 */
bool iri_char_is_hidden(uint32_t ch);

#endif
