/* SPDX-License-Identifier: ISC */
/* Percent-encoded text in a legacy charset. */
#ifndef RECODE_H
#define RECODE_H

#include "charset.h"

/*
 * Appends a parsed component. Each run of triplets whose octets are not UTF-8 is read in the charset, and written as
 * percent-encoded UTF-8. All else keeps every byte, ASCII characters in such a run included. Some charsets have ASCII
 * characters in characters of two bytes ("%83A" in Shift_JIS), so the end of the last character of a run can follow the
 * run, as unreserved characters or "@".
 *
 * cs: a decoder (charset.h) of a charset that contains ASCII, and has no shifted state. scratch: a buffer for any use
 *
 * Returns false at a run that is no text in the charset, and sets *off to its offset in s. If memory runs out, sets
 * out->failed or scratch->failed. Time is linear.
 */
bool recode(struct charset *cs, struct iri_str s, struct iri_buf *out, struct iri_buf *scratch, size_t *off);

#endif
