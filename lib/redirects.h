/* SPDX-License-Identifier: ISC */
/* Lookup of redirects, for iri_compare. */
#ifndef IRI_REDIRECTS_H
#define IRI_REDIRECTS_H

#include "iri.h"

/*
 * Whether a and b are equivalent by these redirects. Both must be normal forms: URIs on the rung IRI_RUNG_SCHEME. False
 * if their fragments differ.
 */
bool iri_redirects_join(const struct iri_redirects *r, struct iri_str a, struct iri_str b);

#endif
