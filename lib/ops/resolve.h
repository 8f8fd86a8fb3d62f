/* SPDX-License-Identifier: ISC */
#ifndef IRI_RESOLVE_H
#define IRI_RESOLVE_H

#include "lib/base/buf.h"

/*
 * Appends ref, resolved against base as iri_resolve does. base must have a scheme. compat: as in iri_resolve_options.
 * Out of memory, sets out->failed.
 */
void iri_resolve_to(const struct iri_ref *base, const struct iri_ref *ref, bool compat, struct iri_buf *out);

#endif
