/* SPDX-License-Identifier: ISC */
/* Appends text to buffers: as it is, formatted, or escaped for a terminal or for JSON. */
#ifndef TEXT_H
#define TEXT_H

#include "../lib/iri.h"

void buf_add_text(struct iri_buf *b, const char *text);

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void buf_add_format(struct iri_buf *b, const char *format, ...);

/* Appends text that may hold anything, such as a file's name, so that a terminal only shows it. */
void buf_add_visible(struct iri_buf *b, const char *text);

/*
 * Appends s as a JSON string (RFC 8259, section 7), or null if it is absent. What a terminal might not just show is
 * escaped. A byte that is not UTF-8, for which JSON has no way, becomes U+FFFD.
 */
void buf_add_json(struct iri_buf *b, struct iri_str s);

#endif
