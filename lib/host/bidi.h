/* SPDX-License-Identifier: ISC */
#ifndef IRI_BIDI_H
#define IRI_BIDI_H

#include "lib/iri.h"

/*
 * Returns the end of the part at p. Section 4.2 treats each part of a component as a component of its own: a label, a
 * segment, a name or value of the query, or the extension in the last segment of a path. Sets *delimiter to the length
 * in bytes of the delimiter after the part, or to 0 at the end of the component. Time is linear in the length of the
 * part.
 */
const char *iri_bidi_part(const char *p, const char *end, enum iri_component where, size_t *delimiter);

/* Whether a component, or a part of one, follows section 4.2. */
enum iri_bidi {
	IRI_BIDI_WELL,
	IRI_BIDI_MIXED,       /* it has both right-to-left and left-to-right characters */
	IRI_BIDI_ENDS,        /* it has right-to-left characters, but does not both begin and end with one */
};

/*
 * Checks one component or part, in UTF-8, as it is displayed: percent-encoded octets are ASCII characters. Unless it
 * returns IRI_BIDI_WELL, sets *off to the offset of the character at fault in bytes.
 */
enum iri_bidi iri_bidi_check(struct iri_str s, size_t *off);

/* Whether one label in UTF-8, not as an A-label, follows the bidi rule of RFC 5893, section 2. */
bool iri_bidi_label(struct iri_str label);

/*
 * Whether a domain name in UTF-8, with U-labels, follows the bidi rule of RFC 5893: if any of its labels has
 * right-to-left characters, each label must follow the rule.
 */
bool iri_bidi_domain(struct iri_str host);

/*
 * Whether s, part of a component, may have right-to-left letters, percent-encoded or not, by the first octets of its
 * characters: from U+0590 to U+08FF, presentation forms, or above U+FFFF. If `closely` is set, also looks at second
 * octets: one character must be from U+0590 to U+08FF, U+F000 to U+FEFF, U+10000 to U+10FFF, U+1E000 to U+1EFFF or, for
 * U+200F, U+2000 to U+203F.
 */
bool iri_may_be_rtl(struct iri_str s, bool closely);

#endif
