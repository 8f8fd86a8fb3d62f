/* SPDX-License-Identifier: ISC */
#ifndef IRI_NFC_H
#define IRI_NFC_H

#include "buf.h"
#include "offsets.h"

/*
 * Whether marks may compose with the character at p, in a reference from start to end. They may compose with letters,
 * digits and non-ASCII characters. They must not compose with a delimiter ("=" and U+0338 would become U+2260), or with
 * the last digit of a triplet.
 */
bool iri_nfc_is_base(const char *start, const char *p, const char *end);

/*
 * Returns the end of the combining sequence at p (p < end): a character and all characters that extend it, or one byte
 * that is not UTF-8.
 */
const char *iri_sequence_end(const char *p, const char *end);

/*
 * Returns the length in bytes of U+037E or U+1FEF at p, or 0 if neither is there. Their canonical forms are ";" and
 * "`", so that NFC would make another IRI or an invalid one. No other character has an NFC that is ASCII and not
 * unreserved, and the stability policy of Unicode excludes new ones.
 */
size_t iri_nfc_is_ascii(const char *p, const char *end);

/* Whether s, which is UTF-8, is in Unicode Normalization Form C. Out of memory, sets scratch->failed. */
bool iri_is_nfc(struct iri_str s, struct iri_buf *scratch);

/*
 * Appends s, text of references, in Unicode Normalization Form C (section 3.1, step 1; UAX #15). Marks do not compose
 * with a triplet or delimiter before them, which is not text. Ill-formed UTF-8 passes unchanged. at: see offsets.h; an
 * offset within a run that was normalized as one becomes the run's start; may be NULL.
 */
void iri_nfc(struct iri_str s, struct iri_buf *out, struct iri_offsets *at);

#endif
