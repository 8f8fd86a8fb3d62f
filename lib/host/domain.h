/* SPDX-License-Identifier: ISC */
/* The domain that a host belongs to, by the public suffixes that the caller knows. */
#ifndef IRI_DOMAIN_H
#define IRI_DOMAIN_H

#include "lib/iri.h"

/*
 * In "www.example.com.evil.example", a reader can take "example.com" for the site. Returns such a part: the first one
 * before the registrable domain that looks like a registrable domain of its own, which is a label other than "www", and
 * com, net, org, gov, edu or a suffix of a registry with two labels (co.uk). Returns an absent string if there is none.
 * host is as for iri_domain_suffix. The result is a view of it. Linear: calls is_suffix at most twice for each label,
 * with at most 127 octets.
 */
struct iri_str iri_domain_in_subdomain(const struct iri_suffixes *suffixes, struct iri_str host);

#endif
