/* SPDX-License-Identifier: ISC */
#ifndef JSON_H
#define JSON_H

#include "../lib/iri.h"

/*
 * Appends s as a JSON string (RFC 8259, section 7), or null if it is absent. What a terminal might not just show is
 * escaped. A byte that is not UTF-8, for which JSON has no way, becomes U+FFFD.
 */
void json_string(struct iri_buf *out, struct iri_str s);

#endif
