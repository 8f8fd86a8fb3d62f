/* SPDX-License-Identifier: ISC */
#ifndef IRI_TOIRI_H
#define IRI_TOIRI_H

#include "chars.h"
#include "iri.h"
#include "pct.h"

/* One character of a component, as itself or percent-encoded; or one encoded octet that is part of none. */
struct iri_unit {
	const char *p;
	size_t len;           /* in bytes of the component */
	uint32_t ch;
	bool encoded, octet;  /* octet: encoded, and not UTF-8; ch is the octet */
};

/* The unit at p, in text that was parsed. */
static inline struct iri_unit iri_next_unit(const char *p, const char *end)
{
	struct iri_unit u = {.p = p, .len = 1, .ch = (unsigned char)*p};
	char octets[4];
	size_t n = 0, want;

	if (u.ch != '%') {
		if (u.ch >= 0x80)
			u.len = iri_utf8_decode(p, end, &u.ch); /* well-formed, for it was parsed */
		return u;
	}
	u.encoded = true;
	u.len = 3;
	u.ch = iri_triplet_octet(p);
	if (u.ch < 0x80)
		return u;
	/* Most are of a kind for which only the trailing octets need a look. */
	if (iri_plain_length[u.ch] == 3 && end - p >= 9 && p[3] == '%' && p[6] == '%') {
		const unsigned second = iri_triplet_octet(p + 3), third = iri_triplet_octet(p + 6);
		if (second >= iri_plain_second[u.ch] && iri_is_trail((unsigned char)second) && iri_is_trail((unsigned char)third)) {
			u.ch = (u.ch & 0x0F) << 12 | (second & 0x3F) << 6 | (third & 0x3F);
			u.len = 9;
			return u;
		}
	}
	if (iri_plain_length[u.ch] == 2 && end - p >= 6 && p[3] == '%') {
		const unsigned second = iri_triplet_octet(p + 3);
		if (second >= iri_plain_second[u.ch] && iri_is_trail((unsigned char)second)) {
			u.ch = (u.ch & 0x1F) << 6 | (second & 0x3F);
			u.len = 6;
			return u;
		}
	}
	want = u.ch < 0xE0 ? 2 : u.ch < 0xF0 ? 3 : 4;
	do {
		octets[n++] = (char)iri_triplet_octet(p);
		p += 3;
	} while (n < want && p < end && *p == '%');
	n = iri_utf8_decode(octets, octets + n, &u.ch);
	if (n)
		u.len = 3 * n;
	else {
		u.octet = true;
		u.ch = (unsigned char)octets[0];
	}
	return u;
}

/* Converts one component of a reference that was parsed, as iri_to_iri would with m->safe; no A-labels. */
void iri_unmap_component(struct iri_unmapper *m, enum iri_component where, struct iri_str s, struct iri_buf *out);

/*
 * iri_char_look with a memory: text has few different characters, and to look closely takes long. An entry is
 * the character, the option `safe`, a bit that it is in use, whether the character extends, and the reason.
 */
static inline struct iri_char iri_unmap_look(struct iri_unmapper *m, uint32_t ch, enum iri_component where)
{
	enum { REASON = 0x3F, EXTENDS = 0x40, TAKEN = 0x80 };
	uint32_t *entry = &m->looks[ch % (sizeof m->looks / sizeof *m->looks)];
	/* The caller may change the option later. */
	const uint32_t key = ch | (uint32_t)m->safe << 21;

	if (*entry >> 8 == key && (*entry & TAKEN))
		return (struct iri_char){(enum iri_kept)(*entry & REASON), *entry & EXTENDS};
	const struct iri_char c = iri_char_look(ch, where, m->safe);
	/* The answer for private use depends on the component, too. */
	if (iri_char_class(ch) != CHAR_IPRIVATE)
		*entry = key << 8 | TAKEN | (c.extends ? EXTENDS : 0) | (uint32_t)c.kept;
	return c;
}

#endif
