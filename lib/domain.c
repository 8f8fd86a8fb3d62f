/* SPDX-License-Identifier: ISC */
#include "domain.h"
#include "str.h"
struct iri_str iri_domain_suffix(const struct iri_suffixes *x, struct iri_str host) { (void)x; return host; }
struct iri_str iri_domain_registrable(const struct iri_suffixes *x, struct iri_str host) { (void)x; return host; }
struct iri_str iri_domain_in_subdomain(const struct iri_suffixes *x, struct iri_str host) { (void)x; (void)host; return (struct iri_str){0}; }
