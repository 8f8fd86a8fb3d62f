/* SPDX-License-Identifier: ISC */
#ifndef IRI_NFC_H
#define IRI_NFC_H

#include "iri.h"

/*
 * Whether marks may compose with the character at p, in text from start to end. In a reference only letters, digits
 * and what is beyond ASCII are text to compose: a delimiter has to stay ("=" and U+0338 would become U+2260), and so
 * has a triplet.
 */
bool iri_nfc_is_base(const char *start, const char *p, const char *end);

/*
 * The end of the combining sequence at p (p < end): a character and all that extend it, or a byte that is not UTF-8.
 */
const char *iri_sequence_end(const char *p, const char *end);

/*
 * The length of U+037E or U+1FEF at p, or 0: their canonical form is ";" and "`", which would be another IRI or none.
 * They are the only characters whose NFC is ASCII that is not unreserved, and Unicode's stability policy lets there
 * be no others.
 */
size_t iri_nfc_is_ascii(const char *p, const char *end);

#endif
