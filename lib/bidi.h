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

/* Whether a component, or a part that counts as one, follows section 4.2. */
enum iri_bidi {
	IRI_BIDI_WELL,
	IRI_BIDI_MIXED,       /* it has both right-to-left and left-to-right characters */
	IRI_BIDI_ENDS,        /* it has right-to-left characters, but they are not both first and last */
};

/* Checks one component as it is displayed, in UTF-8; *off is set to the offset of the byte at fault. */
enum iri_bidi iri_bidi_check(struct iri_str s, size_t *off);

/* Whether one label, as Unicode, follows the bidi rule of RFC 5893, section 2. */
bool iri_bidi_label(struct iri_str label);

/*
 * Whether a domain name, as Unicode, follows the bidi rule of RFC 5893: if any of its labels has right-to-left
 * characters, each label must.
 */
bool iri_bidi_domain(struct iri_str host);

#endif
