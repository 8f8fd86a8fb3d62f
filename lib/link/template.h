/* SPDX-License-Identifier: ISC */
/*
 * Templates in links: text for a program, or a person, to replace, like {x}, ${x}, {{ x }}, <% x %> and <name>. No IRI
 * can have these characters (RFC 3987, section 2.2), but links in documents do, and the template is one part of them.
 */
#ifndef IRI_TEMPLATE_H
#define IRI_TEMPLATE_H

#include "lib/base/str.h"

/*
 * Returns the end of the template at p, which begins with "{" or "<"; or NULL if there is none. It has no controls,
 * line ends among them, and at most 256 bytes, all of them UTF-8. end: of the text
 */
const char *iri_template_end(const char *p, const char *end);

/*
 * Finds the first template in s from byte `from` on. Returns false if there is none. Otherwise sets *found to it; what
 * stands before its "{", like "$", is not part of it. Time is linear in the length of s.
 */
bool iri_template_next(struct iri_str s, size_t from, struct iri_str *found);

#endif
