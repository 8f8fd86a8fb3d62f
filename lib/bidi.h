/* SPDX-License-Identifier: ISC */
#ifndef IRI_BIDI_H
#define IRI_BIDI_H

#include "iri.h"

/*
 * The end of the part of a component that begins at p and counts as a component of its own in section 4.2: a label, a
 * segment, a name or value of the query, the extension in a path's last segment. *delimiter is set to the length of the
 * delimiter there; it is 0 at the end of the component. Linear in the length of the part.
 */
const char *iri_bidi_part(const char *p, const char *end, enum iri_component where, size_t *delimiter);

#endif
