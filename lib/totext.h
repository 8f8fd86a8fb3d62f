/* SPDX-License-Identifier: ISC */
#ifndef IRI_TOTEXT_H
#define IRI_TOTEXT_H

#include "toiri.h"

/*
 * Percent-encodes the characters of *iri at which iri_link_next would end the link too early, so that it finds *iri as
 * a whole in running text. Encodes only characters whose encoding keeps the URI (see iri_link_escape). On entry, *iri
 * is the IRI of uri: a view of uri or of u->iri. On return, it is the same view, or a view of u->escaped. Calls u->kept
 * for each character that is encoded, with its place in uri. Returns IRI_OK, IRI_NO_LINK or IRI_NO_MEMORY, with offsets
 * in uri.
 */
enum iri_status iri_to_text(struct iri_unmapper *u, struct iri_str uri, struct iri_str *iri, struct iri_error *err);

#endif
