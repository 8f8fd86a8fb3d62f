/* SPDX-License-Identifier: ISC */
/* Prints what irishow tells about a link as a JSON object. */
#ifndef FACTS_JSON_H
#define FACTS_JSON_H

#include "facts.h"

/*
 * Appends the object, without a line feed. It is ASCII: all other characters are escaped. What is absent is null. file,
 * line: where the link is; NULL and 0 if it was an operand. Out of memory, sets out->failed.
 */
void facts_json(const struct facts *facts, const char *file, uintmax_t line, struct iri_buf *out);

#endif
