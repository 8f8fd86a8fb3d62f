/* SPDX-License-Identifier: ISC */
#ifndef IRI_COMPARE_H
#define IRI_COMPARE_H

#include "lib/iri.h"

/* From now on, all operands have padding after them (padding.h), except those of iri_comparer_add_redirect. */
void iri_comparer_expect_padding(struct iri_comparer *c);

#endif
