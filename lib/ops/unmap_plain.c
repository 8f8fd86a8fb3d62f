/* SPDX-License-Identifier: ISC */
/*
 * Decodes most URIs, with AVX2: 16 percent-encoded octets at once. States no rule of its own: the table of verdicts and
 * iri_sequence_kept decide. It has few branches, since the lengths of words are random: a processor cannot predict a
 * branch for each length, or for each mark.
 */
#include "unmap_run.h"

#include "lib/base/str.h"
#include "lib/syntax/pct_take.h"

#if defined __x86_64__ && defined __GNUC__

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

enum { MARK = VERDICT_TAKEN | VERDICT_EXTENDS, LAST_PLAIN = 0xCFFF };

/* A batch: percent-encoded octets that are tested at once */
struct octet_batch {
	__m128i octets;   /* the octets, and any others after them */
	size_t n;         /* number of octets */
};

/* For a load of 16 bytes from byte 16 - n on: n bytes of ones, then zeros */
static const _Alignas(32) char ones[32] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

/* Returns the octets of the batch, with those of y after them. */
AVX2 static inline __m128i filled(const struct octet_batch *b, __m128i y)
{
	return _mm_blendv_epi8(y, b->octets, _mm_loadu_si128((const __m128i *)(const void *)(ones + 16 - b->n)));
}

/*
 * Whether the batch consists of plain characters of two octets. Tests eight characters, with the first one in place of
 * those that are missing.
 */
AVX2 static inline bool are_plain_pairs(const unsigned char *verdicts, const struct octet_batch *b)
{
	const __m128i x = filled(b, _mm_shuffle_epi8(b->octets, _mm_set1_epi16(0x0100)));
	const __m128i bits = _mm_xor_si128(x, _mm_set1_epi16((short)0x80C0));

	if (b->n % 2 || !_mm_testz_si128(bits, _mm_set1_epi16((short)0xC0E0)))
		return false;
	const __m128i chars = _mm_maddubs_epi16(bits, _mm_set1_epi16(0x0140)); /* the first * 64 + the second */
	const uint64_t i = (uint64_t)_mm_cvtsi128_si64(chars), k = (uint64_t)_mm_extract_epi64(chars, 1);
	/* There are no verdicts for overlong octets, which would be ASCII. */
	return verdicts[i & 0xFFFF] & verdicts[i >> 16 & 0xFFFF] & verdicts[i >> 32 & 0xFFFF] & verdicts[i >> 48] &
	       verdicts[k & 0xFFFF] & verdicts[k >> 16 & 0xFFFF] & verdicts[k >> 32 & 0xFFFF] & verdicts[k >> 48] &
	       VERDICT_PLAIN;
}

/*
 * Whether the batch, at most 12 octets, consists of characters of three octets that are neither overlong nor above
 * U+CFFF: from there on are surrogates, private use and U+FEFF, for which unmap.c has rules of its own. Sets chars to
 * four characters, with the first one in place of those that are missing.
 */
AVX2 static inline bool split_triples(const struct octet_batch *b, uint32_t chars[4])
{
	const __m128i first = _mm_setr_epi8(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, -1, -1, -1, -1);
	const __m128i reversed = _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1);
	const __m128i x = _mm_shuffle_epi8(filled(b, _mm_shuffle_epi8(b->octets, first)), reversed);
	const __m128i bits = _mm_xor_si128(x, _mm_set1_epi32(0xE08080));

	if (b->n % 3 || !_mm_testz_si128(bits, _mm_set1_epi32(0xF0C0C0)))
		return false;
	const __m128i low = _mm_maddubs_epi16(bits, _mm_set1_epi32(0x00014001)); /* the second * 64 + the third */
	const __m128i all = _mm_madd_epi16(low, _mm_set1_epi32(0x10000001));     /* the first * 4096 + that */
	const __m128i within = _mm_and_si128(_mm_cmpgt_epi32(all, _mm_set1_epi32(0x7FF)),
	                                     _mm_cmpgt_epi32(_mm_set1_epi32(LAST_PLAIN + 1), all));
	const uint64_t i = (uint64_t)_mm_cvtsi128_si64(all), k = (uint64_t)_mm_extract_epi64(all, 1);
	chars[0] = (uint32_t)i;
	chars[1] = (uint32_t)(i >> 32);
	chars[2] = (uint32_t)k;
	chars[3] = (uint32_t)(k >> 32);
	return _mm_movemask_epi8(within) == 0xFFFF;
}

/*
 * Whether n of these characters are plain, or marks that rule 5 allows in their sequences. *key: the sequence before
 * them, as iri_sequence_key returns it, or 0; sets it to the last sequence if n is 4; else the run ends here, and it
 * has no meaning. Each beginning of a sequence is tested, too, so the answer may be a false no, never a false yes.
 */
static inline bool are_allowed(struct iri_unmapper *m, const uint32_t chars[4], size_t n, uint64_t *key)
{
	bool all = true;

	for (size_t i = 0; i < 4; i++) {
		const unsigned verdict = m->verdicts[chars[i]];
		const uint64_t extended = iri_sequence_key(*key, chars[i]);
		const bool in_batch = i < n, is_plain = verdict & VERDICT_PLAIN;
		const bool allowed = *iri_sequence_place(m, extended) == extended << 1;
		*key = is_plain ? chars[i] : extended;
		all &= !in_batch | is_plain | ((verdict == MARK) & allowed);
	}
	return all;
}

/* What was converted: its length in the input and in the output, and the sequence at its end; see are_allowed */
struct converted {
	uint32_t from, to;
	uint64_t key;
};

/*
 * Converts the percent-encoded character at p, the slow way: the first character of a batch whose characters are not
 * all alike, or have no verdict yet. Writes it to `to`. key: the sequence before it. Converts nothing if
 * iri_unmap_plain stops there.
 */
IRI_COLD IRI_NOINLINE struct converted convert_one(struct iri_unmapper *m, const char *p, const char *end, char *to,
                                                   uint64_t key)
{
	const struct iri_pct_char u = iri_next_pct_char(p, end);
	const struct converted nothing = {0, 0, 0};

	if (u.octet || u.ch > LAST_PLAIN)
		return nothing;
	if (iri_is_needless(u.ch)) {
		*to = (char)u.ch;
		return (struct converted){3, 1, 0};
	}
	if (u.ch < 0x80) {
		if (m->escaped)
			return nothing;
		memcpy(to, p, 3); /* what stays encoded keeps its spelling */
		return (struct converted){3, 3, 0};
	}
	const unsigned verdict = iri_verdict_find(m->verdicts, !m->options.decode_all, u.ch, IRI_PATH);
	const uint32_t from = (uint32_t)u.len, n = (uint32_t)iri_utf8_encode(u.ch, to);
	if (verdict & VERDICT_PLAIN)
		return (struct converted){from, n, n == 3 ? u.ch : 0};
	const uint64_t extended = iri_sequence_key(key, u.ch);
	if (verdict != MARK || n != 3 || !key || extended == IRI_LONG_SEQUENCE)
		return nothing;
	const char *const seq = to + 3 - (extended >> 42 ? 9 : 6);
	return iri_is_sequence_kept(m, extended, iri_between(seq, to + 3)) ? nothing
	                                                                     : (struct converted){from, n, extended};
}

/*
 * Returns what was decoded if the batch, or its first 12 octets, consists of characters of three octets that can be
 * decoded; else zeros. key: the sequence before it. Not inlined, so that its constants leave registers to those of
 * are_plain_pairs.
 */
AVX2 IRI_NOINLINE struct converted are_triples(struct iri_unmapper *m, __m128i octets, size_t n, uint64_t key)
{
	const unsigned char *const v = m->verdicts;
	const struct octet_batch b = {octets, n < 12 ? n : 12};
	const uint32_t to = (uint32_t)b.n;
	uint32_t chars[4];

	if (!split_triples(&b, chars))
		return (struct converted){0, 0, 0};
	if (v[chars[0]] & v[chars[1]] & v[chars[2]] & v[chars[3]] & VERDICT_PLAIN)
		return (struct converted){3 * to, to, chars[3]};
	return are_allowed(m, chars, b.n / 3, &key) ? (struct converted){3 * to, to, key} : (struct converted){0, 0, 0};
}

/* Where the runs of percent-encoded octets in a text begin and end */
struct run_bounds {
	const char *next;         /* the end of the block of 64 bytes */
	const char *end;          /* of the text */
	uint64_t bits;            /* mask of the block: the bounds that are left */
	uint64_t carry;           /* mask of the next block: the end of an octet that begins in this one */
};

/* Moves to the next block. */
AVX2 static inline void load_bounds(struct run_bounds *b)
{
	const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)b->next);
	const __m256i y = _mm256_loadu_si256((const __m256i *)(const void *)(b->next + 32));
	const __m256i before = _mm256_set1_epi8('%');
	const size_t left = (size_t)(b->end - b->next);
	const uint64_t in_text = left < 64 ? ((uint64_t)1 << left) - 1 : UINT64_MAX;
	const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, before));
	const uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(y, before));
	const uint64_t percent = (low | (uint64_t)high << 32) & in_text;

	b->bits = (percent ^ (percent << 3 | b->carry)) & in_text;
	b->carry = percent >> 61;
	b->next += 64;
}

/* Returns the next bound, or the end of the text if there are no more. */
AVX2 static inline const char *next_bound(struct run_bounds *b)
{
	while (!b->bits) {
		if (b->next >= b->end)
			return b->end;
		load_bounds(b);
	}
	const char *const p = b->next - 64 + iri_lowest_bit(b->bits);
	b->bits &= b->bits - 1;
	return p;
}

/* Copies 64 bytes. From memcpy, GCC 12 makes four moves. */
AVX2 static inline void copy_64(char *to, const char *p)
{
	const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)p);
	const __m256i y = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));

	_mm256_storeu_si256((__m256i *)(void *)to, x);
	_mm256_storeu_si256((__m256i *)(void *)(to + 32), y);
}

/*
 * Finds the bounds of the runs before it looks at them: else the processor would have to wait for the length of each
 * before it can look for the next one.
 */
AVX2 static const char *unmap_plain_avx2(struct iri_unmapper *m, const char *p, const char *end, char **out)
{
	struct run_bounds bounds = {.next = p, .end = end};
	char *to = *out;

	for (;;) {
		const char *const begin = next_bound(&bounds);
		const ptrdiff_t gap = begin - p;
		copy_64(to, p);
		for (ptrdiff_t i = 64; i < gap; i += 64)
			copy_64(to + i, p + i);
		to += gap;
		p = begin;
		if (p == end)
			break;
		const char *const run_end = next_bound(&bounds);
		uint64_t key = 0;
		do {
			const size_t left = run_end - p < 48 ? (size_t)(run_end - p) : 48;
			const struct octet_batch b = {iri_take_octets_avx2(p), left * 11 / 32};
			_mm_storeu_si128((__m128i *)(void *)to, b.octets);
			if (are_plain_pairs(m->verdicts, &b)) {
				p += 3 * b.n;
				to += b.n;
				key = 0;
				continue;
			}
			struct converted done = are_triples(m, b.octets, b.n, key);
			if (!done.to)
				done = convert_one(m, p, run_end, to, key);
			if (!done.to)
				goto out;
			p += done.from;
			to += done.to;
			key = done.key;
		} while (p < run_end);
	}
out:
	*out = to;
	return p;
}

const char *iri_unmap_plain(struct iri_unmapper *m, const char *p, const char *end, char **to)
{
	return unmap_plain_avx2(m, p, end, to);
}

bool iri_can_unmap_plain(void)
{
	return __builtin_cpu_supports("avx2");
}

#else

const char *iri_unmap_plain(struct iri_unmapper *m, const char *p, const char *end, char **to)
{
	(void)m;
	(void)end;
	(void)to;
	return p;
}

bool iri_can_unmap_plain(void)
{
	return false;
}

#endif
