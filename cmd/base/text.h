/* SPDX-License-Identifier: ISC */
/* Finds text, appends it to buffers: unchanged, formatted, or escaped for a terminal; and removes it. */
#ifndef TEXT_H
#define TEXT_H

#include "lib/base/buf.h"

/* Returns the first place between p and end of `what`, which is not empty, or NULL. */
const char *text_find(const char *p, const char *end, const char *what);

/* Returns the number of line ends (LF, CRLF, CR) in a text. */
uintmax_t text_line_ends(struct iri_str s);

/* Whether s is one of the names, which end with NULL, apart from the case of ASCII letters; they are in lower case. */
bool text_is_one_of(struct iri_str s, const char *const *names);

/* Appends a C string. */
void buf_add_text(struct iri_buf *b, const char *text);

/* Appends a character, in UTF-8. */
void buf_add_char(struct iri_buf *b, uint32_t ch);

/* Appends C strings; NULL ends the array. */
void buf_add_texts(struct iri_buf *b, const char *const *texts);

/* Appends a number in decimal. */
void buf_add_number(struct iri_buf *b, uintmax_t number);

/* Appends formatted text of any length, as printf(3) would print it. */

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void buf_add_format(struct iri_buf *b, const char *format, ...);

/* Appends what iri_encode writes, without the NUL. */
void buf_add_encoded(struct iri_buf *b, struct iri_str data, enum iri_component where, unsigned form, const char *also);

/* Appends what iri_decode writes, without the NUL. */
void buf_add_decoded(struct iri_buf *b, struct iri_str s, bool plus_is_space);

/*
 * Returns the length in bytes of the character at p (p < end) if a terminal shows it and does not take it for a
 * command. Returns 0 for hidden characters, private-use characters, non-ASCII characters that IRIs cannot have, and
 * bytes that are not UTF-8.
 */
size_t text_visible(const char *p, const char *end);

/*
 * Appends text of any bytes, for example a file's name, so that a terminal shows all of it and takes no part of
 * it for a command: a byte at which text_visible returns 0 becomes \xhh.
 */
void buf_add_visible(struct iri_buf *b, const char *text);
void buf_add_visible_str(struct iri_buf *b, struct iri_str s);

#endif
