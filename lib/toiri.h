/* SPDX-License-Identifier: ISC */
#ifndef IRI_TOIRI_H
#define IRI_TOIRI_H

#include "bits.h"
#include "buf.h"
#include "chars.h"
#include "kept.h"
#include "pct.h"

enum { IRI_VERDICTS = 8192 };

struct iri_unmapper {
	struct iri_unmap_options options;
	unsigned padded;     /* IRI_PADDED if all input has padding behind it, else 0; a filter may set it */
	/*
	 * If not NULL: called for each character that stays encoded, in ascending order, with the offset and length of
	 * its bytes in the input, the character (or first octet, for IRI_KEPT_UTF8), and the reason. May be changed.
	 */
	void (*kept)(void *arg, size_t off, size_t len, uint32_t ch, enum iri_kept why);
	void *kept_arg;
	struct iri_buf iri;  /* the result */
	struct iri_buf host, scratch;
	struct iri_hosts *to_unicode;
	uint32_t verdicts[IRI_VERDICTS]; /* see iri_verdict_find */
};

/* A unit of a component: a raw character, a percent-encoded one, or an encoded octet that is not part of UTF-8. */
struct iri_unit {
	const char *p;
	size_t len;           /* in bytes of the component */
	uint32_t ch;
	bool encoded;
	bool octet;           /* encoded, and not part of UTF-8: ch is the octet */
};

/*
 * If the triplets at p are a sequence that iri_common_sequence accepts: writes its octets to `octets`, perhaps one too
 * many, sets *ch to its character, and returns its length in octets. Else returns 0. The text must have been parsed.
 */
IRI_INLINE size_t iri_common_triplets(const char *p, const char *end, char *octets, uint32_t *ch)
{
	if (end - p < 6 || p[0] != '%' || p[3] != '%')
		return 0;
	const unsigned first = iri_triplet_octet(p), second = iri_triplet_octet(p + 3), n = iri_common_length[first];
	if (!n || second < iri_common_second[first] || !iri_is_trail((unsigned char)second))
		return 0;
	octets[0] = (char)first;
	octets[1] = (char)second;
	*ch = (first & 0x1F) << 6 | (second & 0x3F);
	if (n == 2)
		return 2;
	if (end - p < 9 || p[6] != '%')
		return 0;
	const unsigned third = iri_triplet_octet(p + 6);
	octets[2] = (char)third;
	*ch = (*ch & 0x3FF) << 6 | (third & 0x3F);
	return iri_is_trail((unsigned char)third) ? 3 : 0;
}

/* Returns the unit at p. The text must have been parsed. */
static inline struct iri_unit iri_next_unit(const char *p, const char *end)
{
	struct iri_unit u = {.p = p, .len = 1, .ch = (unsigned char)*p};
	char octets[4] = {0};
	size_t n = 0;

	if (u.ch != '%') {
		if (u.ch >= 0x80)
			u.len = iri_utf8_decode(p, end, &u.ch); /* parsed text is well-formed */
		return u;
	}
	u.encoded = true;
	u.len = 3 * iri_common_triplets(p, end, octets, &u.ch);
	if (u.len)
		return u;
	u.len = 3;
	u.ch = iri_triplet_octet(p);
	if (u.ch < 0x80)
		return u;
	for (const size_t want = iri_utf8_length(u.ch); n < want && p < end && *p == '%'; p += 3)
		octets[n++] = (char)iri_triplet_octet(p);
	n = iri_utf8_decode(octets, octets + n, &u.ch);
	if (n)
		u.len = 3 * n;
	else
		u.ch = (unsigned char)octets[0];
	u.octet = !n;
	return u;
}

/*
 * Appends one component of a parsed reference, converted as iri_to_iri does. A-labels stay as they are. Out of memory,
 * sets out->failed or u->scratch.failed.
 */
void iri_unmap_component(struct iri_unmapper *u, enum iri_component where, struct iri_str s, struct iri_buf *out);

/*
 * Direct-mapped cache of character verdicts: text has few different characters, and iri_char_verdict is slow. An entry
 * holds the character, a bit that tells that the entry is in use, whether the character extends, and the reason.
 */
enum { VERDICT_REASON = 0x3F, VERDICT_EXTENDS = 0x40, VERDICT_TAKEN = 0x80 };

/* Fills the entry for ch, and returns it. safe: as iri_char_verdict has it. */
uint32_t iri_verdict_make(uint32_t *entry, bool safe, uint32_t ch, enum iri_component where) IRI_COLD;

/* Returns the entry for ch: its bits VERDICT_REASON and VERDICT_EXTENDS are the verdict. One cache has one `safe`. */
IRI_INLINE uint32_t iri_verdict_find(uint32_t *verdicts, bool safe, uint32_t ch, enum iri_component where)
{
	uint32_t *const entry = &verdicts[ch % IRI_VERDICTS];

	return (*entry ^ (ch << 8 | VERDICT_TAKEN)) < VERDICT_TAKEN ? *entry : iri_verdict_make(entry, safe, ch, where);
}

#endif
