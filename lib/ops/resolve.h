/* SPDX-License-Identifier: ISC */
#ifndef IRI_RESOLVE_H
#define IRI_RESOLVE_H

#include "lib/base/buf.h"

/*
 * Appends ref, resolved against base as iri_resolve does. base must have a scheme. compat: as in iri_resolve_options.
 * Out of memory, sets out->failed.
 */
void iri_resolve_to(const struct iri_ref *base, const struct iri_ref *ref, bool compat, struct iri_buf *out);

/*
 * Copies a base to the buffer, with IRI_PADDING bytes after it, and parses it to *base. form: the grammar, in addition
 * to IRI_REQUIRE_SCHEME. Returns IRI_OK, or an error of iri_parse or IRI_NO_MEMORY; base->scheme is absent then.
 */
enum iri_status iri_set_base(struct iri_str text, unsigned form, struct iri_buf *copy, struct iri_ref *base,
                             struct iri_error *err);

#endif
