/* SPDX-License-Identifier: ISC */
/*
 * The names in a reference that are intended for the DNS. RFC 3986, section 3.2.2: a registered name is, unless the
 * scheme says otherwise. So these are the host of an authority, with any scheme, and the domains of addresses where the
 * scheme has addresses. iri_to_uri maps only some of them; all can deceive.
 */
#ifndef IRI_DNS_NAMES_H
#define IRI_DNS_NAMES_H

#include "lib/iri.h"

/*
 * Returns the host in the path of an acct IRI: from its last "@" up to a "/", which a host cannot have. Absent if there
 * is no "@".
 */
struct iri_str iri_host_of_account(struct iri_str path);

/*
 * Returns the host in the path of a reference, if it is an acct IRI; else an absent string. In a URI, the host has
 * A-labels (RFC 7565, section 6).
 */
struct iri_str iri_account_host(const struct iri_ref *ref);

/* Called with a name, a view of the reference that is not empty, and its component: IRI_HOST, IRI_PATH or IRI_QUERY. */
typedef void iri_name_function(void *arg, enum iri_component where, struct iri_str name);

/*
 * Calls `found` for each name of a reference, from iri_parse or iri_split. flags: those of its scheme (schemes.h), or
 * 0. A name can be no valid domain name, or be percent-encoded; in a reference that is not valid, it can have errors of
 * syntax. Time is linear in the length of the reference.
 */
void iri_each_name(const struct iri_ref *ref, unsigned flags, iri_name_function *found, void *arg);

#endif
