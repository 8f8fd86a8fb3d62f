/* SPDX-License-Identifier: ISC */
/* The domain that a host belongs to, by the public suffixes that the caller knows. */
#ifndef IRI_DOMAIN_H
#define IRI_DOMAIN_H

#include "lib/iri.h"

/* The list of public suffixes, which the caller has. */
struct iri_suffixes {
	/*
	 * Returns whether a name in ASCII, in lower case, is a public suffix: one under which people register domains.
	 * With with_private, a suffix of a company counts, too (github.io); without, only those of registries (co.uk).
	 * arg: the member below
	 */
	bool (*is_suffix)(void *arg, struct iri_str name, bool with_private);
	void *arg;
};

/*
 * Whether a host in ASCII cannot be the name of a site in the DNS: it is empty, ends in a number, as IPv4 addresses do,
 * or has an empty label or a character at which software ends a host or refuses it (URL Standard, forbidden domain code
 * points). "_" and others that host names lack (RFC 952) are allowed, since some sites use them. A dot at its end does
 * not count.
 */
bool iri_domain_is_impossible(struct iri_str host);

/*
 * Returns the public suffix of a domain name: the longest one that it ends with, or its last label if there is none.
 * host: a domain name in ASCII, in lower case. A dot at its end does not count. The result is a view of host. Calls
 * is_suffix for at most 127 tails of the name, each of at most 253 octets, so of a longer host it
 * searches only the end.
 */
struct iri_str iri_domain_suffix(const struct iri_suffixes *suffixes, struct iri_str host);

/*
 * Returns the registrable domain of a domain name: its public suffix and the label before that. A name without such a
 * label, for example "localhost" or "co.uk", is returned as it is, without a dot at its end.
 */
struct iri_str iri_domain_registrable(const struct iri_suffixes *suffixes, struct iri_str host);

/* Returns the same for the suffix that iri_domain_suffix has returned for this host. */
struct iri_str iri_domain_below(struct iri_str host, struct iri_str suffix);

/*
 * In "www.example.com.evil.example", a reader can take "example.com" for the site. Returns such a part: the first one
 * before the registrable domain that looks like a registrable domain of its own, which is a label other than "www", and
 * com, net, org, gov, edu or a suffix of a registry with two labels (co.uk). Returns an absent string if there is none.
 * host is as for iri_domain_suffix. The result is a view of it. Linear: calls is_suffix at most twice for each label,
 * with at most 127 octets.
 */
struct iri_str iri_domain_in_subdomain(const struct iri_suffixes *suffixes, struct iri_str host);

#endif
