/* SPDX-License-Identifier: ISC */
/* Percent-encoding of data for a component (RFC 3986, section 2.4): file names, keys and values, text of a user. */
#ifndef IRI_ENCODE_H
#define IRI_ENCODE_H

#include "lib/base/buf.h"

/*
 * Appends any bytes, as data for this component. Characters that the component can contain stay (RFC 3987, section
 * 2.2), except "%" and the ASCII characters in `also`, which would divide the data there. All others are
 * percent-encoded, and so are bytes that are not UTF-8. Percent-decoding gives the data back. A host is a name here,
 * not an IP literal. A scheme or port cannot have triplets: the result is then no valid one.
 *
 * form: a sum of IRI_FORBID_NON_ASCII and IRI_FORBID_BIDI. Time is linear. If memory runs out, sets out->failed.
 */
void iri_encode(struct iri_buf *out, struct iri_str data, enum iri_component where, unsigned form, const char *also);

#endif
