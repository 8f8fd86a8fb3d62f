/* SPDX-License-Identifier: ISC */
#ifndef IRI_BIDI_H
#define IRI_BIDI_H

#include "iri.h"

/*
 * Returns the end of the part at p that counts as a component of its own in section 4.2: a label, a segment, a name or
 * value of the query, or the extension in the last segment of a path. Sets *delimiter to the length of the delimiter
 * there in bytes, or to 0 at the end of the component. Time is linear in the length of the part.
 */
const char *iri_bidi_part(const char *p, const char *end, enum iri_component where, size_t *delimiter);

#endif
