/* SPDX-License-Identifier: ISC */
#ifndef IRI_REDIRECTS_H
#define IRI_REDIRECTS_H

#include "lib/iri.h"

/* Set of observed redirects. The two IRIs of a redirect are equivalent (section 5.3.4). */
struct iri_redirects;

/* Makes an empty set; returns NULL when out of memory. */
struct iri_redirects *iri_redirects_new(void);
void iri_redirects_free(struct iri_redirects *r);

/* Does what iri_comparer_add_redirect does. err must not be NULL. */
enum iri_status iri_redirects_add(struct iri_redirects *r, struct iri_str from, struct iri_str to,
                                  struct iri_error *err);

/*
 * Whether a and b are equivalent by these redirects, and have the same fragment. Both must be URIs in normal form on
 * the rung IRI_RUNG_SCHEME.
 */
bool iri_redirects_join(const struct iri_redirects *r, struct iri_str a, struct iri_str b);

#endif
