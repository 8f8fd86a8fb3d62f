/* SPDX-License-Identifier: ISC */
/* What the files named*.c share. */
#ifndef NAMED_INTERNAL_H
#define NAMED_INTERNAL_H

#include "named.h"

/* Sets *name to a host in ASCII, in lower case, without a dot at its end. Returns false if it has none. */
bool named_set(struct named *n, struct iri_str host, struct iri_buf *name);

/* Returns the registrable domain of n->goes_to. */
struct iri_str named_goes_to_site(const struct named *n);

/* Whether the registrable domains of n->name and n->goes_to are the same. */
bool named_is_same_site(const struct named *n);

/*
 * Returns the text as it looks, in n->seen. U+202E turns the text up to the next U+202C (UAX #9, section 2.2). The
 * joiners U+200C and U+200D, which some hosts need (RFC 5892, appendix A), go only if `joiners` is set.
 */
struct iri_str named_text_seen(struct named *n, struct iri_str text, bool joiners);

/* Returns the host that the label names, or an absent string. Sets *is_mail if it is the domain of an address. */
struct iri_str named_text_host(struct named *n, struct iri_str label, bool *is_mail);

/*
 * After named_text_host: whether the text is only the last segment of the target's path, and names a file; or is a
 * segment of it, and the link goes to a site of repositories and packages.
 */
bool named_is_own_name(const struct named *n, struct iri_str target);

/* Returns the host to which a reference leads, or the domain of its address; absent if there is none. */
struct iri_str named_host_of(struct iri_str link);

/* Sets n->inner to where a link leads. Returns whether it is that of a redirector, and nobody else knows. */
bool named_only_redirector_knows(struct named *n, struct iri_str link);

/*
 * Sets n->goes_to, n->is_copy and n->is_later. Returns false if the target has no host that can be compared. site: see
 * struct named_link
 */
bool named_set_target(struct named *n, struct iri_str label, struct iri_str target, struct iri_str site);

/* Returns the target as browsers read it, if they find a host in it where the grammar has none, or if it is invalid. */
struct iri_str named_read_target(struct named *n, struct iri_str target);

#endif
