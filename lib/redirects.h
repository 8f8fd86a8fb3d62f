/* SPDX-License-Identifier: ISC */
/* Redirects, as iri_compare asks for them. */
#ifndef IRI_REDIRECTS_H
#define IRI_REDIRECTS_H

#include "iri.h"

/*
 * Whether two normal forms (URIs, on the level IRI_RUNG_SCHEME) are equivalent by these redirects. Their fragments
 * have to be the same.
 */
bool iri_redirects_join(const struct iri_redirects *r, struct iri_str a, struct iri_str b);

#endif
