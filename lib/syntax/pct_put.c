/* SPDX-License-Identifier: ISC */
#include "pct_put.h"

#include "lib/base/str.h"

/* Upper case, since section 3.1, step 2.2, prefers it "to reduce variability". */
#define ROW(hi) \
	{'%', hi, '0'}, {'%', hi, '1'}, {'%', hi, '2'}, {'%', hi, '3'}, {'%', hi, '4'}, {'%', hi, '5'}, \
	{'%', hi, '6'}, {'%', hi, '7'}, {'%', hi, '8'}, {'%', hi, '9'}, {'%', hi, 'A'}, {'%', hi, 'B'}, \
	{'%', hi, 'C'}, {'%', hi, 'D'}, {'%', hi, 'E'}, {'%', hi, 'F'}
const char iri_pct_of_byte[256][4] = {
	ROW('0'), ROW('1'), ROW('2'), ROW('3'), ROW('4'), ROW('5'), ROW('6'), ROW('7'),
	ROW('8'), ROW('9'), ROW('A'), ROW('B'), ROW('C'), ROW('D'), ROW('E'), ROW('F'),
};

/* Returns a mask of the non-ASCII bytes among the 64 bytes at p: bit i is for byte i. */
typedef uint64_t find_high(const char *p);

/*
 * Writes a percent-encoded octet for each of the n bytes at p, and returns the end of the output. May read up to 15
 * bytes after the input, and write up to 45 bytes after the output, since it takes up to 16 bytes at a time.
 */
typedef char *put_octets(char *to, const char *p, size_t n);

static inline uint64_t find_high_portable(const char *p)
{
	uint64_t high = 0;

	for (size_t i = 0; i < 64; i += 8)
		high |= ((iri_load8(p + i) & UINT64_C(0x8080808080808080)) * UINT64_C(0x0002040810204081) >> 56) << i;
	return high;
}

static inline char *put_octets_portable(char *to, const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to = iri_put_pct(to, p[i]);
	return to;
}

/* Does the work of iri_put_mapped with the functions `find` and `put`. */
IRI_INLINE char *put_mapped(char *to, const char *p, const char *end, find_high *find, put_octets *put)
{
	while (p < end) {
		unsigned left = end - p < 64 ? (unsigned)(end - p) : 64;
		uint64_t high = find(p) & UINT64_MAX >> (64 - left);
		while (high) {
			/* n bytes of ASCII, and then `run` non-ASCII bytes */
			const unsigned n = iri_lowest_bit(high);
			to = iri_copy(to, p, p + n, true);
			high >>= n;
			const unsigned run = high == UINT64_MAX ? 64 : iri_lowest_bit(~high);
			to = put(to, p + n, run);
			high = run < 64 ? high >> run : 0;
			p += n + run;
			left -= n + run;
		}
		to = iri_copy(to, p, p + left, true);
		p += left;
	}
	return to;
}

char *iri_put_mapped_portable(char *to, const char *p, const char *end)
{
	return put_mapped(to, p, end, find_high_portable, put_octets_portable);
}

#if defined __x86_64__ && defined __GNUC__

#include <immintrin.h>

/* Spreads the hexadecimal digits of 16 bytes, in pairs, over 48 bytes, and puts "%" before each pair. */
__attribute__((target("avx2"))) static inline char *put_octets_avx2(char *to, const char *p, size_t n)
{
	const __m128i digits = _mm_loadu_si128((const __m128i *)(const void *)"0123456789ABCDEF");
	const __m128i nibble = _mm_set1_epi8(0x0F);
	const __m128i first = _mm_setr_epi8(-1, 0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1, 8, 9, -1);
	const __m128i second = _mm_setr_epi8(0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1, 8, 9, -1, 10);
	const __m128i third = _mm_setr_epi8(5, -1, 6, 7, -1, 8, 9, -1, 10, 11, -1, 12, 13, -1, 14, 15);
	const __m128i percent = _mm_set1_epi8('%');

	for (size_t i = 0; i < n; i += 16) {
		const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
		const __m128i high = _mm_shuffle_epi8(digits, _mm_and_si128(_mm_srli_epi16(x, 4), nibble));
		const __m128i low = _mm_shuffle_epi8(digits, _mm_and_si128(x, nibble));
		const __m128i a = _mm_unpacklo_epi8(high, low), b = _mm_unpackhi_epi8(high, low);
		const __m128i ab = _mm_alignr_epi8(b, a, 10);
		__m128i *const out = (__m128i *)(void *)(to + 3 * i);
		/* An index of -1 gives 0 in the shuffle; the blend makes "%" of it. */
		_mm_storeu_si128(out, _mm_blendv_epi8(_mm_shuffle_epi8(a, first), percent, first));
		_mm_storeu_si128(out + 1, _mm_blendv_epi8(_mm_shuffle_epi8(ab, second), percent, second));
		_mm_storeu_si128(out + 2, _mm_blendv_epi8(_mm_shuffle_epi8(b, third), percent, third));
	}
	return to + 3 * n;
}

__attribute__((target("avx2"))) static inline uint64_t find_high_avx2(const char *p)
{
	const uint32_t a = (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i *)(const void *)p));
	const uint32_t b = (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i *)(const void *)(p + 32)));

	return a | (uint64_t)b << 32;
}

__attribute__((target("avx2"))) static char *put_mapped_avx2(char *to, const char *p, const char *end)
{
	return put_mapped(to, p, end, find_high_avx2, put_octets_avx2);
}

char *iri_put_mapped(char *to, const char *p, const char *end)
{
	return __builtin_cpu_supports("avx2") ? put_mapped_avx2(to, p, end) : iri_put_mapped_portable(to, p, end);
}

#elif defined __aarch64__ && defined __ARM_NEON

#include <arm_neon.h>

static inline char *put_octets_neon(char *to, const char *p, size_t n)
{
	static const uint8_t hex[] = "0123456789ABCDEF";
	const uint8x16_t digits = vld1q_u8(hex);

	for (size_t i = 0; i < n; i += 16) {
		const uint8x16_t x = vld1q_u8((const uint8_t *)p + i);
		const uint8x16x3_t out = {{vdupq_n_u8('%'), vqtbl1q_u8(digits, vshrq_n_u8(x, 4)),
		                           vqtbl1q_u8(digits, vandq_u8(x, vdupq_n_u8(0x0F)))}};
		vst3q_u8((uint8_t *)to + 3 * i, out);
	}
	return to + 3 * n;
}

char *iri_put_mapped(char *to, const char *p, const char *end)
{
	return put_mapped(to, p, end, find_high_portable, put_octets_neon);
}

#else

char *iri_put_mapped(char *to, const char *p, const char *end)
{
	return iri_put_mapped_portable(to, p, end);
}

#endif
