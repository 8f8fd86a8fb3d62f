/* SPDX-License-Identifier: ISC */
#ifndef IRI_TOIRI_H
#define IRI_TOIRI_H

#include "iri.h"

/* Converts one component of a reference that was parsed, as iri_to_iri would with m->safe; no A-labels. */
void iri_unmap_component(struct iri_unmapper *m, enum iri_component where, struct iri_str s, struct iri_buf *out);

#endif
