/* SPDX-License-Identifier: ISC */
#ifndef IRI_HOST_H
#define IRI_HOST_H

#include "iri.h"

/* RFC 1035, section 2.3.4, in octets; of the name without the root's dot */
enum { LABEL_MAX = 63, NAME_MAX_OCTETS = 253 };

/*
 * Whether inet_aton(3) and browsers read a label as a number: decimal, octal, or 0x and hexadecimal. *odd is set if it
 * is not decimal, or beyond an octet.
 */
bool iri_is_number(struct iri_str label, bool *odd);

#endif
