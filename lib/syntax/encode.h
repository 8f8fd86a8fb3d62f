/* SPDX-License-Identifier: ISC */
/* Percent-encoding of data for a component (RFC 3986, section 2.4), into a buffer. */
#ifndef IRI_ENCODE_H
#define IRI_ENCODE_H

#include "lib/base/buf.h"

/* Appends what iri_encode writes, without the NUL. Time is linear. If memory runs out, sets out->failed. */
void iri_encode_to(struct iri_buf *out, struct iri_str data, enum iri_component where, unsigned form, const char *also);

#endif
