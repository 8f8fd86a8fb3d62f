/* SPDX-License-Identifier: ISC */
/* Other charsets and character references: what lies between a file's bytes and the library's UTF-8. */
#ifndef CHARSET_H
#define CHARSET_H

#include "../lib/iri.h"

struct charset;

/* See charset_decode. */
#define CHARSET_SUBSTITUTE '\x1A'

/*
 * Opens a conversion from the charset to UTF-8, or back. NULL with errno when iconv does not know it. The name must
 * remain. eol ends lines in what is decoded: a line feed or NUL.
 */
struct charset *charset_decoder(const char *name, char eol);
struct charset *charset_encoder(const char *name);
void charset_close(struct charset *cs);

/* Whether a charset by this name is UTF-8, so that there is nothing to convert. */
bool charset_is_utf8(const char *name);

/*
 * Appends the bytes of a file, converted to UTF-8, to out. Each line of the input gives one line, whatever is wrong in
 * it. A mark, 0xFF, which is never UTF-8, comes before
 * - a byte that is not in the charset; of a code unit of several bytes only the mark is left;
 * - a line end that iconv does not convert to one, or that leaves a shifted state;
 * - CHARSET_SUBSTITUTE, in place of a line end that is written in another way, as UTF-7 can, and ends no line.
 * A character that is cut off at the end of the bytes waits for the next call. at_end: these are the last bytes of the
 * file, and the next call begins another.
 */
void charset_decode(struct charset *cs, const char *p, size_t n, bool at_end, struct iri_buf *out);

/* Whether it is an encoding of Unicode: no NFC then (RFC 3987, section 3.1, step 1c). */
bool charset_is_unicode(const struct charset *cs);

/* Whether its code units are single bytes. */
bool charset_is_bytes(const struct charset *cs);

/* Appends a line from charset_decode without its marks: bytes that are not in the charset are as they were. */
void charset_unmark(const struct charset *cs, struct iri_str line, struct iri_buf *out);

/* Cuts the first line off the bytes of a file that was decoded; returns it without its line end. */
struct iri_str charset_cut_line(const struct charset *cs, struct iri_str *rest);

/*
 * For a file of lines that can be decoded again: appends a line as it came, in the byte order of that file, and a line
 * end. first: it is the first of its input, and what only begins a text is left out.
 */
void charset_add_original(const struct charset *cs, struct iri_str line, bool first, struct iri_buf *out);

/*
 * Encodes a line in UTF-8 and appends it in the same way. False, and appends nothing, if decoding would not give the
 * same line again. encoder and decoder are two more conversions of the charset.
 */
bool charset_add_encoded(const struct charset *cs, struct charset *encoder, struct charset *decoder, struct iri_str s,
                         struct iri_buf *out);

/* Appends what such a file begins with, a byte order mark say, if these are its first lines. */
void charset_add_start(const struct charset *cs, struct iri_str lines, struct iri_buf *out);

/* Takes the byte order of such a file from the n bytes that begin it. Comes before any input. */
void charset_adopt_order(struct charset *cs, const char *start, size_t n);

/* Converts UTF-8 from the charset's initial state; false when a character has no code in it. */
bool charset_encode(struct charset *cs, struct iri_str s, struct iri_buf *out);

/*
 * Appends s with its character references resolved: numeric ones, HTML 4's names, and &apos;. As in
 * HTML, names below U+0100 need no ";" unless a letter, digit or "=" follows. What is no reference stays.
 * at: see iri_offsets_add.
 */
void charset_html(struct iri_str s, struct iri_buf *out, struct iri_offsets *at);

#endif
