/* SPDX-License-Identifier: ISC */
/* Text in lower case, and without marks */
#ifndef LOWER_H
#define LOWER_H

#include "lib/base/buf.h"
#include "lib/unicode/unicode.h"

#define CATEGORY(name) (1u << UTF8PROC_CATEGORY_##name)

/* Whether a character has one of these general categories, a sum of CATEGORY(...). */
static inline bool in_categories(uint32_t ch, unsigned categories)
{
	return categories >> iri_property(ch)->category & 1;
}

/* Appends text of ASCII in lower case. */
void lower_add_ascii(struct iri_str text, struct iri_buf *out);

/* Appends the text in lower case, with the mappings of Unicode that depend on no language; only UTF-8 stays. */
void lower_add(struct iri_str text, struct iri_buf *out);

/*
 * Appends the compatibility decomposition of each character (NFKD, but for the order of marks), without the marks of
 * U+0300 to U+036F.
 */
void decomposed_add(struct iri_str text, struct iri_buf *out);

#endif
