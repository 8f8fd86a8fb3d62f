/* SPDX-License-Identifier: ISC */
#ifndef IRI_TOTEXT_H
#define IRI_TOTEXT_H

#include "lib/base/buf.h"

/*
 * Percent-encodes the characters of *iri at which iri_link_next would end the link too early, so that it finds *iri as
 * a whole in running text. Encodes only characters whose encoding keeps the URI (see iri_link_escape). On entry, *iri
 * is the IRI of uri. On return, it is the same view, or a view of the buffer `encoded`. If escaped is not NULL, calls
 * it with arg for each character that is encoded: its place in uri in bytes, the character, and the reason. Returns
 * IRI_OK, IRI_NO_LINK or IRI_NO_MEMORY, with offsets in uri.
 */
enum iri_status iri_to_text(struct iri_str uri, struct iri_str *iri, struct iri_buf *encoded,
                            void (*escaped)(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why),
                            void *arg, struct iri_error *err);

#endif
