/* SPDX-License-Identifier: ISC */
#ifndef IRI_COMPARE_H
#define IRI_COMPARE_H

#include "lib/iri.h"

/*
 * Returns the two references that the last iri_compare has compared: the operands, resolved against the base and
 * without their fragments, if the options ask for that. They are views of the operands or of the handle.
 */
const struct iri_ref *iri_comparer_compared(const struct iri_comparer *c);

#endif
