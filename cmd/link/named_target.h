/* SPDX-License-Identifier: ISC */
/* Where a link goes, for named.h. */
#ifndef NAMED_TARGET_H
#define NAMED_TARGET_H

#include "named_host.h"

/* Returns the host to which a reference leads, or the domain of its address; absent if there is none. */
struct iri_str named_host_of(struct iri_str link);

/* Sets n->inner to where a link leads. Returns whether it is that of a redirector, and nobody else knows. */
bool named_only_redirector_knows(struct named *n, struct iri_str link);

/*
 * Sets n->goes_to, n->is_copy and n->is_later. Returns false if the target has no host that can be compared. Of a
 * script, the first link counts. site: see struct named_link
 */
bool named_set_target(struct named *n, struct iri_str label, struct iri_str target, struct iri_str site);

/* Returns the target as browsers read it, if they find a host in it where the grammar has none, or if it is invalid. */
struct iri_str named_read_target(struct named *n, struct iri_str target);

#endif
