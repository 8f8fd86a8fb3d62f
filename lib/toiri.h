/* SPDX-License-Identifier: ISC */
#ifndef IRI_TOIRI_H
#define IRI_TOIRI_H

#include "chars.h"
#include "iri.h"

/* Converts one component of a reference that was parsed, as iri_to_iri would with m->safe; no A-labels. */
void iri_unmap_component(struct iri_unmapper *m, enum iri_component where, struct iri_str s, struct iri_buf *out);

/*
 * iri_char_look with a memory: text has few different characters, and to look closely takes long. An entry is
 * the character, a mark that it is one, whether it extends, and the reason.
 */
static inline struct iri_char iri_unmap_look(struct iri_unmapper *m, uint32_t ch, enum iri_component where)
{
	enum { REASON = 0x3F, EXTENDS = 0x40, TAKEN = 0x80 };
	uint32_t *entry = &m->looks[ch % (sizeof m->looks / sizeof *m->looks)];

	if (*entry >> 8 == ch && (*entry & TAKEN))
		return (struct iri_char){(enum iri_kept)(*entry & REASON), *entry & EXTENDS};
	const struct iri_char c = iri_char_look(ch, where, m->safe);
	/* The answer for private use depends on the component, too. */
	if (iri_char_class(ch) != CHAR_IPRIVATE)
		*entry = ch << 8 | TAKEN | (c.extends ? EXTENDS : 0) | (uint32_t)c.kept;
	return c;
}

#endif
