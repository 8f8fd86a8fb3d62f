/* SPDX-License-Identifier: ISC */
/*
 * Writes JSON (RFC 8259). All functions begin with a comma, except after an opening bracket, a colon, or nothing. The
 * caller writes the brackets that close.
 */
#ifndef JSON_H
#define JSON_H

#include "lib/base/buf.h"

/* Appends the comma alone. */
void json_next(struct iri_buf *b);

/*
 * Appends s as a string (section 7), or null if s is absent. Also escapes U+007F, U+2028, U+2029, bidi controls,
 * private-use characters and non-ASCII characters that IRIs cannot have: some of them are commands for a terminal. A
 * byte that is not UTF-8, which JSON cannot represent, becomes U+FFFD.
 */
void json_string(struct iri_buf *b, struct iri_str s);

/* Appends the same, but also escapes all other non-ASCII characters. */
void json_ascii(struct iri_buf *b, struct iri_str s);

/* Appends '{' or '[', as the value of this key of our own, or as an item if it is NULL. */
void json_open(struct iri_buf *b, const char *key, char bracket);

/* Appends a key of our own: ASCII that needs no escapes. */
void json_key(struct iri_buf *b, const char *key);

/* Append a key and its value. An absent value is null. */
void json_add_string(struct iri_buf *b, const char *key, struct iri_str value);
void json_add_ascii(struct iri_buf *b, const char *key, struct iri_str value);
void json_add_text(struct iri_buf *b, const char *key, const char *value);
void json_add_number(struct iri_buf *b, const char *key, uintmax_t value);
void json_add_bool(struct iri_buf *b, const char *key, bool value);

#endif
