/* SPDX-License-Identifier: ISC */
/*
 * Decodes what needs no closer look, many characters at once, so that unmap.c has little left to do. States no rule of
 * its own: the table of verdicts and iri_sequence_kept decide.
 */
#include "unmap_run.h"

#include "lib/base/str.h"
#include "lib/syntax/pct_take.h"
#include "lib/unicode/combining_marks.h"

#include <string.h>

unsigned iri_verdict_make(unsigned char *verdicts, bool safe, uint32_t ch, enum iri_component where)
{
	const struct iri_verdict c = iri_char_verdict(ch, where, safe);
	const unsigned verdict = (c.extends ? VERDICT_EXTENDS : 0) | (unsigned)c.kept;
	const unsigned made = VERDICT_TAKEN | verdict | (verdict ? 0 : VERDICT_PLAIN);

	/* The verdict on private use depends on the component, too. */
	if (ch < IRI_VERDICTS && iri_char_class(ch) != CHAR_IPRIVATE)
		verdicts[ch] = (unsigned char)made;
	return made;
}

bool iri_is_sequence_kept(struct iri_unmapper *m, uint64_t key, struct iri_str s)
{
	uint64_t *const entry = iri_sequence_place(m, key);

	if (*entry >> 1 == key)
		return *entry & 1;
	const bool kept = iri_sequence_kept(s, &m->scratch) != IRI_ESCAPED_NOT;
	if (key != IRI_LONG_SEQUENCE && !m->scratch.failed)
		*entry = key << 1 | kept;
	return kept;
}

/* Whether rule 5 keeps the combining sequence of `seq` octets at the end of the output encoded. */
static inline bool is_kept(struct iri_pass *ps, uint64_t key, size_t seq, const char *to)
{
	return iri_is_sequence_kept(ps->m, key, iri_between(to - seq, to));
}

/*
 * Copies ASCII from p up to the next "%", non-ASCII byte or end. Writes to *to, where there is room for the text and
 * eight bytes more. Moves *to to the end of the copy, and returns the end of the text that was copied.
 */
static inline const char *copy_ascii(const char *p, const char *end, char **to)
{
	for (; end - p >= 8; p += 8, *to += 8) {
		const uint64_t word = iri_load8(p), high = word & UINT64_C(0x8080808080808080);
		const uint64_t stop = iri_equal_bytes(word, '%') | high;
		memcpy(*to, p, 8);
		if (stop) {
			*to += iri_lowest_bit(stop) / 8;
			return p + iri_lowest_bit(stop) / 8;
		}
	}
	while (p < end && *p != '%' && (unsigned char)*p < 0x80)
		*(*to)++ = *p++;
	return p;
}

/*
 * Whether a character of three octets is not overlong, and below the surrogates and U+FEFF, for which unmap.c has a
 * rule of its own.
 */
static inline bool is_short(uint32_t ch)
{
	return ch - 0x800 < 0xD000 - 0x800;
}

/*
 * Returns the length of the characters at the start of a word if these are four of two octets or two of three, all
 * plain: 8 or 6. Sets *last to the last of them. Else returns 0.
 */
static inline size_t plain_characters(const unsigned char *verdicts, uint64_t octets, uint32_t *last)
{
	if ((octets & UINT64_C(0xC0E0C0E0C0E0C0E0)) == UINT64_C(0x80C080C080C080C0)) {
		const uint64_t four = (octets & UINT64_C(0x001F001F001F001F)) << 6 |
		                      (octets >> 8 & UINT64_C(0x003F003F003F003F));
		*last = (uint32_t)(four >> 48);
		const unsigned all = verdicts[four & 0xFFFF] & verdicts[four >> 16 & 0xFFFF] &
		                     verdicts[four >> 32 & 0xFFFF] & verdicts[*last];
		return all & VERDICT_PLAIN ? 8 : 0;
	}
	if ((octets & UINT64_C(0xC0C0F0C0C0F0)) != UINT64_C(0x8080E08080E0))
		return 0;
	const uint64_t two = (octets & UINT64_C(0x00000F00000F)) << 12 | (octets >> 2 & UINT64_C(0x000FC0000FC0)) |
	                     (octets >> 16 & UINT64_C(0x00003F00003F));
	const uint32_t first = (uint32_t)two & 0xFFFF;
	*last = (uint32_t)(two >> 24) & 0xFFFF;
	if (!is_short(first) || !is_short(*last))
		return 0;
	return verdicts[first] & verdicts[*last] & VERDICT_PLAIN ? 6 : 0;
}

/*
 * Does the work of iri_pass_convert_run. take: decodes percent-encoded octets. Marks after a character make a sequence
 * that is pending until it ends; then rule 5 decides.
 */
IRI_INLINE const char *run(struct iri_pass *ps, const char *p, const char *end, iri_take_octets *take)
{
	enum { PLAIN = VERDICT_TAKEN | VERDICT_PLAIN, MARK = VERDICT_TAKEN | VERDICT_EXTENDS, NONE = 0x100 };
	const char *const start = p;
	char *to = ps->out->p + ps->out->n;
	/* Copies of members: the compiler must assume that the output overlaps the originals, and would reload them. */
	unsigned char *const verdicts = ps->m->verdicts;
	const bool safe = !ps->m->options.decode_all, padded = ps->m->padded;
	size_t seq = 0;        /* octets of the last combining sequence, or 0 if that is ASCII */
	uint64_t key = 0;      /* of that sequence; see iri_sequence_key */
	unsigned ready = PLAIN; /* the verdict that needs no further look: NONE if a sequence is pending */

	for (;;) {
		if (p < end && *p != '%' && (unsigned char)*p < 0x80) {
			if (ready == NONE && is_kept(ps, key, seq, to))
				break;
			p = copy_ascii(p, end, &to);
			seq = 0;
			ready = PLAIN;
		}
		if (p == end || *p != '%' || ps->keep_all)
			break;
		uint64_t octets = take(p, end, padded);
		const char *const first = to;
		iri_store8(to, octets);
		uint32_t ch = 0;
		size_t len = ready == PLAIN ? plain_characters(verdicts, octets, &ch) : 0;
		if (len) {
			key = ch;
			seq = len == 8 ? 2 : 3;
			p += 3 * len;
			to += len;
			continue;
		}
		for (;; octets >>= 8 * len, to += len) {
			const uint32_t low = (uint32_t)octets;
			if ((low & 0xC0E0) == 0x80C0) {
				ch = (low & 0x1F) << 6 | (low >> 8 & 0x3F);
				len = 2;
			} else if ((low & 0xC0C0F0) == 0x8080E0) {
				ch = (low & 0x0F) << 12 | (low >> 2 & 0xFC0) | (low >> 16 & 0x3F);
				len = 3;
				if (!is_short(ch))
					break;
			} else {
				break;
			}
			if (verdicts[ch] != ready) {
				if (ch < 0x80)
					break; /* overlong */
				const unsigned verdict = iri_verdict_find(verdicts, safe, ch, ps->where);
				if (verdict == MARK && seq) {
					key = iri_sequence_key(key, ch);
					seq += len;
					ready = NONE;
					continue;
				}
				if (verdict != PLAIN || (ready == NONE && is_kept(ps, key, seq, to)))
					break;
				ready = PLAIN;
			}
			key = ch;
			seq = len;
		}
		if (to == first)
			break;
		p += 3 * (to - first);
	}
	if (ready == NONE && is_kept(ps, key, seq, to)) {
		ps->out->n = (size_t)(to - seq - ps->out->p);
		ps->has_base = false;
		return p - 3 * seq;
	}
	if (p > start && p < end) {
		const char *last = to;
		ps->ch = iri_pass_char_before(ps, &last);
		if (seq)
			iri_pass_begin_at(ps, p - 3 * seq, (size_t)(to - seq - ps->out->p), true);
		else
			iri_pass_begin_at(ps, p - 1, (size_t)(last - ps->out->p), iri_pass_is_base(ps->ch));
	}
	ps->out->n = (size_t)(to - ps->out->p);
	return p;
}

#if defined __x86_64__ && defined __GNUC__
__attribute__((target("ssse3"))) static const char *run_ssse3(struct iri_pass *ps, const char *p, const char *end)
{
	return run(ps, p, end, iri_take_octets_ssse3);
}
#endif

static const char *run_portable(struct iri_pass *ps, const char *p, const char *end)
{
	return run(ps, p, end, iri_take_octets_portable);
}

const char *iri_pass_convert_run(struct iri_pass *ps, const char *p, const char *end)
{
#if defined __x86_64__ && defined __GNUC__
	if (__builtin_cpu_supports("ssse3"))
		return run_ssse3(ps, p, end);
#endif
	return run_portable(ps, p, end);
}
