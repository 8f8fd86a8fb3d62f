/* SPDX-License-Identifier: ISC */
#ifndef IRI_RESOLVE_H
#define IRI_RESOLVE_H

#include "buf.h"

/* Appends what iri_resolve returns for these. base has a scheme. Out of memory, sets out->failed. */
void iri_resolve_to(const struct iri_ref *base, const struct iri_ref *ref, bool compat, struct iri_buf *out);

#endif
