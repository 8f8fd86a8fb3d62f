/* SPDX-License-Identifier: ISC */
#ifndef IRI_NFC_H
#define IRI_NFC_H

#include "lib/base/buf.h"
#include "lib/base/offsets.h"

/*
 * Whether NFC may compose the character at p with marks after it, in a reference that begins at start. True for
 * letters, digits and non-ASCII characters. False for other ASCII characters ("=" and U+0338 would become U+2260), and
 * for the last digit of a percent-encoded octet.
 */
bool iri_nfc_is_base(const char *start, const char *p);

/*
 * Returns the end of the combining sequence at p (p < end): a character and all characters that extend it, or one byte
 * that is not UTF-8.
 */
const char *iri_sequence_end(const char *p, const char *end);

/*
 * Returns the length in bytes of U+037E or U+1FEF at p, or 0 if neither is there. In NFC, these two become ";" and "`",
 * which would make another IRI or an invalid one. All other non-ASCII characters stay non-ASCII or become unreserved
 * characters. The stability policy of Unicode excludes new exceptions.
 */
size_t iri_nfc_is_ascii(const char *p, const char *end);

/*
 * Whether s, which is well-formed UTF-8, is in Unicode Normalization Form C. scratch is working space; out of memory,
 * sets scratch->failed.
 */
bool iri_is_nfc(struct iri_str s, struct iri_buf *scratch);

/*
 * Appends s, text of a reference, in Unicode Normalization Form C (section 3.1, step 1; UAX #15). Marks compose only
 * with a character for which iri_nfc_is_base returns true. Ill-formed UTF-8 stays as it is. at: see offsets.h; may be
 * NULL. An offset within a combining sequence that gets another length becomes the offset of the beginning of the
 * sequence. Out of memory, sets out->failed.
 */
void iri_nfc(struct iri_str s, struct iri_buf *out, struct iri_offsets *at);

#endif
