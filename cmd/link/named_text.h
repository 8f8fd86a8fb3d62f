/* SPDX-License-Identifier: ISC */
/* Which host the text of a link names, for named.h. */
#ifndef NAMED_TEXT_H
#define NAMED_TEXT_H

#include "named_host.h"

/*
 * Returns the text as it looks, in n->seen. U+202E turns the text up to the next U+202C (UAX #9, section 2.2). The
 * joiners U+200C and U+200D, which some hosts need (RFC 5892, appendix A), go only if `joiners` is set.
 */
struct iri_str named_text_seen(struct named *n, struct iri_str text, bool joiners);

/* Returns the host that the label names, or an absent string. Sets *is_mail if it is the domain of an address. */
struct iri_str named_text_host(struct named *n, struct iri_str label, bool *is_mail);

/*
 * After named_text_host: whether the text is only the last segment of the target's path, and names a file; or is a
 * segment of it, or its fragment, and the link goes to a site of repositories, packages and programs.
 */
bool named_is_own_name(const struct named *n, struct iri_str target);

#endif
