/* SPDX-License-Identifier: ISC */
/* Fast decoding of percent-encoded octets (RFC 3986, section 2.1), up to eight or 16 at once. */
#ifndef IRI_PCT_TAKE_H
#define IRI_PCT_TAKE_H

#include "pct.h"

#include "lib/base/bits.h"

/*
 * Decodes the percent-encoded octets from p on that follow each other, up to eight, and not beyond `end`. The text must
 * have been parsed, so that each "%" begins a percent-encoded octet. Returns a word with the octets, the first in its
 * lowest bits, and zeros after them. padded: IRI_PADDING bytes after `end` may be read.
 */
typedef uint64_t iri_take_octets(const char *p, const char *end, bool padded);

IRI_INLINE uint64_t iri_take_octets_portable(const char *p, const char *end, bool padded)
{
	uint64_t octets = 0;

	(void)padded;
	for (unsigned i = 0; i < 64 && end - p >= 3 && *p == '%'; i += 8, p += 3)
		octets |= (uint64_t)iri_pct_octet(p) << i;
	return octets;
}

#if defined __x86_64__ && defined __GNUC__

#include <immintrin.h>

__attribute__((target("ssse3"))) IRI_INLINE uint64_t iri_take_octets_ssse3(const char *p, const char *end, bool padded)
{
	const __m128i low = _mm_setr_epi8(1, 2, 4, 5, 7, 8, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1);
	const __m128i high = _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 4, 5, 7, 8, 10, 11);
	const __m128i before = _mm_set1_epi8('%'), each = _mm_set1_epi8(0x0F);
	const unsigned every = 1 << 0 | 1 << 3 | 1 << 6 | 1 << 9;
	const ptrdiff_t left = end - p;

	if (!padded && left < 28)
		return iri_take_octets_portable(p, end, false);
	/* Twelve bytes of each are four percent-encoded octets. */
	const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)p);
	const __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(p + 12));
	const __m128i text = _mm_or_si128(_mm_shuffle_epi8(a, low), _mm_shuffle_epi8(b, high));
	/* Letters are above '9', and "A" and "a" end with 1. */
	const __m128i nine = _mm_and_si128(_mm_cmpgt_epi8(text, _mm_set1_epi8('9')), _mm_set1_epi8(9));
	const __m128i digits = _mm_add_epi8(_mm_and_si128(text, each), nine);
	const __m128i octets = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x0110));
	const uint64_t word = (uint64_t)_mm_cvtsi128_si64(_mm_packus_epi16(octets, octets));
	const unsigned percent = ((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a, before)) & every) |
	                         ((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(b, before)) & every) << 12;
	/* The lowest bit of `others` is three times the number of octets. */
	const uint64_t others = (~percent & (every | every << 12)) | 1u << 24 | (left < 24 ? (uint64_t)1 << left : 0);
	return word & iri_below(iri_lowest_bit(others) * 11 / 32);
}

/*
 * Returns the octets of the percent-encoded octets at p, up to 16, and anything after them. The 52 bytes at p must be
 * readable.
 */
__attribute__((target("avx2"))) IRI_INLINE __m128i iri_take_octets_avx2(const char *p)
{
	const __m256i low = _mm256_setr_epi8(1, 2, 4, 5, 7, 8, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1,
	                                     1, 2, 4, 5, 7, 8, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1);
	const __m256i high = _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 4, 5, 7, 8, 10, 11,
	                                      -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 4, 5, 7, 8, 10, 11);
	/*
	 * Of a first digit, only the four low bits count, so that these constants could be simpler. But from bytes that
	 * are all the same, GCC 12 makes constants anew at each use; these it loads.
	 */
	const __m256i least = _mm256_setr_epi64x(0x393939393939393A, 0x3939393939393939, 0x3939393939393939,
	                                         0x3939393939393939);
	const __m256i nine = _mm256_setr_epi64x(0x0909090909090919, 0x0909090909090909, 0x0909090909090909,
	                                        0x0909090909090909);
	const __m256i each = _mm256_setr_epi64x(0x0F0F0F0F0F0F0FFF, 0x0F0F0F0F0F0F0F0F, 0x0F0F0F0F0F0F0F0F,
	                                        0x0F0F0F0F0F0F0F0F);
	const __m256i bytes = _mm256_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, -1, -1, -1, -1, -1, -1, -1, -1,
	                                       0, 2, 4, 6, 8, 10, 12, 14, -1, -1, -1, -1, -1, -1, -1, -1);
#define LOAD(at) _mm_loadu_si128((const __m128i *)(const void *)(p + (at)))
	/* Twelve bytes of each are four percent-encoded octets. */
	const __m256i a = _mm256_inserti128_si256(_mm256_castsi128_si256(LOAD(0)), LOAD(24), 1);
	const __m256i b = _mm256_inserti128_si256(_mm256_castsi128_si256(LOAD(12)), LOAD(36), 1);
#undef LOAD
	const __m256i text = _mm256_or_si256(_mm256_shuffle_epi8(a, low), _mm256_shuffle_epi8(b, high));
	/* Letters are above '9', and "A" and "a" end with 1. */
	const __m256i more = _mm256_and_si256(_mm256_cmpgt_epi8(text, least), nine);
	const __m256i digits = _mm256_add_epi8(_mm256_and_si256(text, each), more);
	const __m256i words = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x0110));
	return _mm256_castsi256_si128(_mm256_permute4x64_epi64(_mm256_shuffle_epi8(words, bytes), 0x08));
}

#endif

#endif
