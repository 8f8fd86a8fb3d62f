/* SPDX-License-Identifier: ISC */
/* URLs in texts of AsciiDoc: where they can stand, and where they end. */
#ifndef ASCIIDOC_URL_H
#define ASCIIDOC_URL_H

#include "lib/iri.h"

#include <stdbool.h>

/* Returns the end of the scheme of a URL that begins the text: after "://"; or NULL. */
const char *asciidoc_scheme_end(struct iri_str text);

/* Whether s is a URL, and nothing else. */
bool asciidoc_is_url(struct iri_str s);

/* Whether a URL can stand at p in the text, after a character that is no mark of a quotation, "^" or "~". */
bool asciidoc_can_precede_url(struct iri_str text, const char *p);

/*
 * Whether a quotation like *text* or **text** can begin with the mark at p, or the second mark; its end is not looked
 * for.
 */
bool asciidoc_can_open(struct iri_str text, const char *p);

/* Returns where Asciidoctor ends a URL in text that is followed by p, which is white space, a bracket or the end. */
const char *asciidoc_trim_url(const char *start, const char *p);

/* Returns the end of the URL from start to p in the text without a mark that ends a quotation around it. */
const char *asciidoc_cut_at_mark(struct iri_str text, const char *start, const char *p);

/*
 * Returns the first place from `start` to p where a superscript or subscript, like ^text^ or ~text~, begins or ends, or
 * p. It has no white space. Looks at a part of the text before and behind, so that time is linear.
 */
const char *asciidoc_cut_at_script(struct iri_str text, const char *start, const char *p, char mark);

/* Returns where the URL from start to p is cut before "&lt;" or "&gt;", which Asciidoctor does not tell from "<>". */
const char *asciidoc_cut_at_angle(struct iri_str text, const char *start, const char *p);

#endif
