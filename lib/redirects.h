/* SPDX-License-Identifier: ISC */
#ifndef IRI_REDIRECTS_H
#define IRI_REDIRECTS_H

#include "iri.h"

/* Pairs of IRIs that were observed to redirect, and so are equivalent (section 5.3.4). */
struct iri_redirects;

/* key: IRI_KEY_LENGTH random bytes (see iri_compare_options), which are copied. Returns NULL when out of memory. */
struct iri_redirects *iri_redirects_new(const unsigned char *key);
void iri_redirects_free(struct iri_redirects *r);

/* Does what iri_comparer_add_redirect does. */
enum iri_status iri_redirects_add(struct iri_redirects *r, struct iri_str from, struct iri_str to,
                                  struct iri_error *err);

/*
 * Whether a and b are equivalent by these redirects. Both must be normal forms: URIs on the rung IRI_RUNG_SCHEME. False
 * if their fragments differ.
 */
bool iri_redirects_join(const struct iri_redirects *r, struct iri_str a, struct iri_str b);

#endif
