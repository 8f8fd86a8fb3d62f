/* SPDX-License-Identifier: ISC */
/* Percent-encoded text in a legacy charset. */
#ifndef RECODE_H
#define RECODE_H

#include "cmd/base/charset.h"

/* Space for recode. A structure of all zeros is valid at the start. */
struct recode_buffers {
	struct iri_buf octets; /* the octets of a run, and of what can belong to its last character */
	struct iri_buf chars;  /* octets in UTF-8 */
	struct iri_buf normal; /* and in NFC, if the charset is no encoding of Unicode */
};

/*
 * Appends a parsed component. Each run of percent-encoded octets that is not UTF-8 is read in the charset, and
 * written as percent-encoded UTF-8, in NFC if the charset is no encoding of Unicode (RFC 3987, section 3.1, step 1).
 * All else keeps every byte, ASCII characters in such a run included. Some charsets have ASCII characters in characters
 * of several bytes ("%83A" in Shift_JIS, "%958%D36" in GB18030), so the last character of a run can end behind the run,
 * in unreserved characters, "@" and more percent-encoded octets.
 *
 * cs: a decoder (charset.h) of a charset that contains ASCII, and has no states (charset_has_states)
 *
 * Returns false at a run that is no text in the charset, and sets *off to its offset in s. If memory runs out, sets
 * out->failed, and the result means nothing. Time is linear.
 */
bool recode(struct charset *cs, struct iri_str s, struct iri_buf *out, struct recode_buffers *buffers, size_t *off);

/*
 * Appends a parsed component. Each non-ASCII character, percent-encoded in UTF-8 or not, is written as the
 * percent-encoded octets of the charset; all else keeps every byte, octets that are not UTF-8 included. cs: an encoder
 * of a charset as for recode. Returns false at a character that the charset does not have, or has only as ASCII, and
 * sets *off to its offset in s. Out of memory, sets out->failed. Time is linear.
 */
bool recode_encode(struct charset *cs, struct iri_str s, struct iri_buf *out, struct recode_buffers *buffers,
                   size_t *off);

void recode_free(struct recode_buffers *buffers);

#endif
