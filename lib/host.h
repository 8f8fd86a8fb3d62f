/* SPDX-License-Identifier: ISC */
#ifndef IRI_HOST_H
#define IRI_HOST_H

#include "iri.h"

/*
 * Whether inet_aton(3) and browsers read a label as a number: decimal, octal, or 0x and hexadecimal. *odd is set if it
 * is not decimal, or beyond an octet.
 */
bool iri_is_number(struct iri_str label, bool *odd);

#endif
