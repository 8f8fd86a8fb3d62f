/* SPDX-License-Identifier: ISC */
/* The bare links that GitHub finds in running text: extended autolinks (GitHub Flavored Markdown 0.29, section 6.9) */
#ifndef GFM_LINK_H
#define GFM_LINK_H

#include "lib/iri.h"

#include <stdbool.h>

/* Whether GitHub takes the character as part of the local part of an address. It takes none that is not ASCII. */
bool gfm_link_is_local(char c);

/*
 * Returns the length of a bare link without the marks at its end that GitHub does not take as its part, and without
 * quotation marks there.
 */
size_t gfm_link_cut_marks(struct iri_str link);

/*
 * Returns the length of what GitHub takes as a link, if s is the text from the link up to white space or "<": without
 * marks, a reference to a character, and ")" without its "(" at the end.
 */
size_t gfm_link_cut(struct iri_str s);

/*
 * Sets *tail to the text after a link up to the next white space or "<", or to the end of the cell; `after` goes on to
 * the end of the document. Returns false if GitHub could not cut all of it from a link, which then ends in this text.
 */
bool gfm_link_tail(struct iri_str after, bool in_cell, struct iri_str *tail);

/* Whether GitHub finds links with the scheme and the host of s, which ends at the latest with s. */
bool gfm_link_has_host(struct iri_str s);

#endif
