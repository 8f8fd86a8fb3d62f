/* SPDX-License-Identifier: ISC */
/* Other charsets and character references: what lies between a file's bytes and the library's UTF-8. */
#ifndef CHARSET_H
#define CHARSET_H

#include "../lib/iri.h"

struct charset;

/* Opens a conversion from the charset to UTF-8, or back. NULL with errno when iconv does not know it. */
struct charset *charset_decoder(const char *name);
struct charset *charset_encoder(const char *name);
void charset_close(struct charset *cs);

/* Whether a charset by this name is UTF-8, so that there is nothing to convert. */
bool charset_is_utf8(const char *name);

/*
 * Converts bytes of a file to UTF-8, appended to out. Before a byte that is not in the charset comes 0xFF,
 * which is never UTF-8; of a code unit of several bytes only the 0xFF is left. What is cut off at the end
 * waits for the next call; at_end is said with the last, and begins anew.
 */
void charset_decode(struct charset *cs, const char *p, size_t n, bool at_end, struct iri_buf *out);

/* Whether it is an encoding of Unicode: no NFC then (RFC 3987, section 3.1, step 1c). */
bool charset_is_unicode(const struct charset *cs);

/* Whether its code units are single bytes. */
bool charset_is_bytes(const struct charset *cs);

/* Appends a line from charset_decode without its marks: bytes that are not in the charset are as they were. */
void charset_unmark(const struct charset *cs, struct iri_str line, struct iri_buf *out);

/* Converts UTF-8 from the charset's initial state; false when a character has no code in it. */
bool charset_encode(struct charset *cs, struct iri_str s, struct iri_buf *out);

/*
 * Appends s with its character references resolved: numeric ones, HTML 4's names, and &apos;. As in
 * HTML, names below U+0100 need no ";" unless a letter, digit or "=" follows. What is no reference stays.
 * at: see iri_lead_back.
 */
void charset_html(struct iri_str s, struct iri_buf *out, struct iri_offsets *at);

#endif
