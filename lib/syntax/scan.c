/* SPDX-License-Identifier: ISC */
#include "scan.h"

#include "pct.h"

#include "lib/unicode/chars.h"

/* Returns a mask of the bytes of common sequences (see iri_common_sequence) in the whole block at p. */
static uint64_t scan_ucschar(const char *p)
{
	uint64_t common = 0;

	for (size_t i = 0; i < SCAN_BLOCK;) {
		if (i % 8 == 0) {
			const unsigned ascii = iri_ascii_prefix(p + i);
			i += ascii;
			if (ascii == 8)
				continue;
		}
		const size_t length = iri_common_length[(unsigned char)p[i]]; /* 0 for ASCII */
		const size_t n = i + length <= SCAN_BLOCK ? iri_common_sequence(p + i) : 0;
		common |= (((uint64_t)1 << n) - 1) << i;
		i += n ? n : 1;
	}
	return common;
}

/*
 * Returns a mask of the bytes of percent-encoded octets among the n bytes at p. percent: a mask of the "%" among them.
 */
static uint64_t scan_encoded(const char *p, size_t n, uint64_t percent)
{
	uint64_t encoded = 0;

	for (; percent; percent &= percent - 1) {
		const unsigned at = iri_lowest_bit(percent);
		if (iri_is_pct(p + at, p + n))
			encoded |= (uint64_t)7 << at;
	}
	return encoded;
}

/* Completes the masks path and ucschar for bytes that few blocks have: percent-encoded octets and common sequences. */
static void scan_rest(const char *p, size_t n, struct iri_masks *m)
{
	if (m->percent)
		m->path &= ~scan_encoded(p, n, m->percent);
	m->ucschar = m->non_ascii && n == SCAN_BLOCK ? scan_ucschar(p) : 0;
}

void iri_scan_portable(const char *p, size_t n, struct iri_masks *m)
{
	*m = (struct iri_masks){0};
	for (size_t i = 0; i < n; i++) {
		const unsigned class = iri_byte_class(p[i]);
		m->delim |= (uint64_t) !(class & CHARS_REG_NAME) << i;
		m->path |= (uint64_t) !(class & CHARS_PATH) << i;
		m->dots |= (uint64_t)(p[i] == '.') << i;
		m->percent |= (uint64_t)(p[i] == '%') << i;
		m->non_ascii |= (uint64_t)((unsigned char)p[i] >= 0x80) << i;
	}
	scan_rest(p, n, m);
}

/*
 * Sets of ASCII characters, for lookup by half bytes. The upper four bits of a character choose a row: one bit. The
 * lower four bits choose an entry of the set. The character is in the set if the entry has the bit of the row.
 * Non-ASCII bytes have no row. The tables say the same as iri_ascii_class; a test compares them.
 */
#define ROWS 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, (char)0x80, 0, 0, 0, 0, 0, 0, 0, 0
#define REG_NAME_SET \
	(char)0xA8, (char)0xFC, (char)0xF8, (char)0xF8, (char)0xFC, (char)0xF8, (char)0xFC, (char)0xFC, \
	(char)0xFC, (char)0xFC, (char)0xF4, 0x5C, 0x54, 0x5C, (char)0xD4, 0x70
#define PATH_SET \
	(char)0xB8, (char)0xFC, (char)0xF8, (char)0xF8, (char)0xFC, (char)0xF8, (char)0xFC, (char)0xFC, \
	(char)0xFC, (char)0xFC, (char)0xFC, 0x5C, 0x54, 0x5C, (char)0xD4, 0x74
#define HEXDIG_SET \
	0x08, 0x58, 0x58, 0x58, 0x58, 0x58, 0x58, 0x08, 0x08, 0x08, 0, 0, 0, 0, 0, 0

#if defined __SSE2__

#include <emmintrin.h>
#include <string.h>

/* Returns 0xFF for each byte of x from lo to hi, and 0 for the others. */
static inline __m128i within(__m128i x, char lo, char hi)
{
	const __m128i d = _mm_sub_epi8(x, _mm_set1_epi8(lo));

	return _mm_cmpeq_epi8(_mm_min_epu8(d, _mm_set1_epi8((char)(hi - lo))), d);
}

/* Returns 0xFF for each byte of x that equals c, and 0 for the others. */
static inline __m128i equal(__m128i x, char c)
{
	return _mm_cmpeq_epi8(x, _mm_set1_epi8(c));
}

/*
 * Adds to m the masks for the 16 bytes of x, which begin at byte `at` of the block. in_block: a mask of those that
 * belong to the block. unreserved and sub-delims (section 2.2) are tested as ranges: letters; "&" to ";" without "/"
 * and ":"; and "!", "$", "=", "_" and "~".
 */
static inline void classify(__m128i x, uint64_t in_block, size_t at, struct iri_masks *m)
{
	const __m128i letters = within(_mm_or_si128(x, _mm_set1_epi8(0x20)), 'a', 'z');
	const __m128i middle = within(x, '&', ';'); /* "/" and ":", too */
	const __m128i single = _mm_or_si128(_mm_or_si128(_mm_or_si128(equal(x, '!'), equal(x, '$')), equal(x, '=')),
	                                    _mm_or_si128(equal(x, '_'), equal(x, '~')));
	const __m128i slash_colon = _mm_or_si128(equal(x, '/'), equal(x, ':'));
	const __m128i most = _mm_or_si128(letters, _mm_or_si128(middle, single));

	m->delim |= (((unsigned)_mm_movemask_epi8(_mm_andnot_si128(slash_colon, most)) ^ 0xFFFF) & in_block) << at;
	m->path |= (((unsigned)_mm_movemask_epi8(_mm_or_si128(most, equal(x, '@'))) ^ 0xFFFF) & in_block) << at;
	m->dots |= ((unsigned)_mm_movemask_epi8(equal(x, '.')) & in_block) << at;
	m->percent |= ((unsigned)_mm_movemask_epi8(equal(x, '%')) & in_block) << at;
	m->non_ascii |= ((unsigned)_mm_movemask_epi8(x) & in_block) << at;
}

void iri_scan_sse2(const char *p, size_t n, struct iri_masks *m)
{
	*m = (struct iri_masks){0};
	for (size_t i = 0; i + 16 <= n; i += 16)
		classify(_mm_loadu_si128((const __m128i *)(const void *)(p + i)), 0xFFFF, i, m);
	if (n % 16) {
		char rest[16] = {0};
		memcpy(rest, p + n - n % 16, n % 16);
		classify(_mm_loadu_si128((const __m128i *)(const void *)rest), (1u << n % 16) - 1, n - n % 16, m);
	}
	scan_rest(p, n, m);
}

#if defined __x86_64__ && defined __GNUC__

#include <immintrin.h>

/* Returns a mask of the bytes of x that are at least `least`, as unsigned numbers. */
__attribute__((target("avx2"))) static inline uint64_t at_least(__m256i x, unsigned char least)
{
	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(x, _mm256_set1_epi8((char)least)), x));
}

/* Returns a mask of the bytes of x that equal `byte`. */
__attribute__((target("avx2"))) static inline uint64_t is_byte(__m256i x, unsigned char byte)
{
	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_set1_epi8((char)byte)));
}

/* Returns a mask of the bytes of x that are not in the set. `set` has the 16 entries of the set twice. */
__attribute__((target("avx2"))) static inline uint64_t scan_outside(__m256i x, __m256i set)
{
	const __m256i nibble = _mm256_set1_epi8(0x0F), rows = _mm256_setr_epi8(ROWS, ROWS);
	const __m256i row = _mm256_shuffle_epi8(rows, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
	const __m256i in_set = _mm256_and_si256(_mm256_shuffle_epi8(set, _mm256_and_si256(x, nibble)), row);

	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(in_set, _mm256_setzero_si256()));
}

/*
 * Returns the same as scan_ucschar, by the ranges of iri_common_length and iri_common_second. a and b are the two
 * halves of the block; trailing bytes are 0x80 to 0xBF.
 */
__attribute__((target("avx2"))) static inline uint64_t ucschar_avx2(__m256i a, __m256i b, uint64_t non_ascii)
{
#define BOTH(f, byte) (f(a, byte) | f(b, byte) << 32)
	const uint64_t lead = BOTH(at_least, 0xC3), three = BOTH(at_least, 0xE0), other = BOTH(at_least, 0xED);
	const uint64_t trail = non_ascii & ~BOTH(at_least, 0xC0);
	const uint64_t d8 = BOTH(is_byte, 0xD8), e0 = BOTH(is_byte, 0xE0), e2 = BOTH(is_byte, 0xE2);
	const uint64_t low = (d8 & ~(BOTH(at_least, 0x9D) >> 1)) | (e0 & ~(BOTH(at_least, 0xA0) >> 1)) |
	                     (e2 & ~(BOTH(at_least, 0x82) >> 1));
#undef BOTH
	const uint64_t two_ok = lead & ~three & ~low & (trail >> 1);
	const uint64_t three_ok = three & ~other & ~low & (trail >> 1) & (trail >> 2);
	const uint64_t ok = two_ok | three_ok;
	return ok | ok << 1 | three_ok << 2;
}

/*
 * Does what iri_scan does, for n >= 32. It stores each mask once, without a structure of its own: with one, compilers
 * would guard the stack.
 */
__attribute__((target("avx2"))) static void scan_avx2(const char *p, size_t n, struct iri_masks *m)
{
	const __m256i reg_name = _mm256_setr_epi8(REG_NAME_SET, REG_NAME_SET);
	const __m256i in_path = _mm256_setr_epi8(PATH_SET, PATH_SET);
	const __m256i hexdigs = _mm256_setr_epi8(HEXDIG_SET, HEXDIG_SET);
	/* The last 32 bytes may overlap with the first 32. */
	const __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
	const __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + n - 32));
#define BOTH(f, arg) (f(a, arg) | f(b, arg) << (n - 32))
	const uint64_t percent = BOTH(is_byte, '%');
	const uint64_t non_ascii = (uint32_t)_mm256_movemask_epi8(a) |
	                           (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << (n - 32);
	uint64_t path = BOTH(scan_outside, in_path);

	if (percent) {
		const uint64_t in_block = UINT64_MAX >> (SCAN_BLOCK - n);
		const uint64_t hexdig = ~BOTH(scan_outside, hexdigs) & in_block;
		const uint64_t encoded = percent & hexdig >> 1 & hexdig >> 2;
		path &= ~(encoded | encoded << 1 | encoded << 2);
	}
	m->delim = BOTH(scan_outside, reg_name);
	m->path = path;
	m->dots = BOTH(is_byte, '.');
	m->percent = percent;
	m->non_ascii = non_ascii;
	m->ucschar = non_ascii && n == SCAN_BLOCK ? ucschar_avx2(a, b, non_ascii) : 0;
#undef BOTH
}

void iri_scan(const char *p, size_t n, struct iri_masks *m)
{
	if (n >= 32 && __builtin_cpu_supports("avx2"))
		scan_avx2(p, n, m);
	else
		iri_scan_sse2(p, n, m);
}

#else

void iri_scan(const char *p, size_t n, struct iri_masks *m)
{
	iri_scan_sse2(p, n, m);
}

#endif

#elif defined __aarch64__ && defined __ARM_NEON

#include <arm_neon.h>
#include <string.h>

/* Returns a mask of those of the 64 bytes of a, b, c and d that are 0xFF; the others must be 0. */
static inline uint64_t bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d)
{
	const uint8x16_t weight = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	const uint8x16_t ab = vpaddq_u8(vandq_u8(a, weight), vandq_u8(b, weight));
	const uint8x16_t cd = vpaddq_u8(vandq_u8(c, weight), vandq_u8(d, weight));
	const uint8x16_t all = vpaddq_u8(ab, cd);

	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

/* Returns 0xFF for each byte of x that is not in the set, and 0 for the others. */
static inline uint8x16_t scan_outside(uint8x16_t x, uint8x16_t set)
{
	static const char rows[16] = {ROWS};
	const uint8x16_t row = vqtbl1q_u8(vld1q_u8((const uint8_t *)rows), vshrq_n_u8(x, 4));

	return vceqzq_u8(vandq_u8(vqtbl1q_u8(set, vandq_u8(x, vdupq_n_u8(0x0F))), row));
}

void iri_scan(const char *p, size_t n, struct iri_masks *m)
{
	static const char reg_name_set[16] = {REG_NAME_SET}, path_set[16] = {PATH_SET};
	const uint8x16_t reg_name = vld1q_u8((const uint8_t *)reg_name_set), path = vld1q_u8((const uint8_t *)path_set);
	const uint64_t in_block = n >= SCAN_BLOCK ? UINT64_MAX : ((uint64_t)1 << n) - 1;
	uint8_t padded[SCAN_BLOCK];
	const uint8_t *block = (const uint8_t *)p;

	if (n < SCAN_BLOCK) {
		memset(padded, 0, sizeof padded);
		memcpy(padded, p, n);
		block = padded;
	}
	const uint8x16_t a = vld1q_u8(block), b = vld1q_u8(block + 16);
	const uint8x16_t c = vld1q_u8(block + 32), d = vld1q_u8(block + 48);
	const uint8x16_t dot = vdupq_n_u8('.'), percent = vdupq_n_u8('%'), high = vdupq_n_u8(0x80);
	*m = (struct iri_masks){
		bits(scan_outside(a, reg_name), scan_outside(b, reg_name), scan_outside(c, reg_name),
		     scan_outside(d, reg_name)) & in_block,
		bits(scan_outside(a, path), scan_outside(b, path), scan_outside(c, path),
		     scan_outside(d, path)) & in_block,
		bits(vceqq_u8(a, dot), vceqq_u8(b, dot), vceqq_u8(c, dot), vceqq_u8(d, dot)) & in_block,
		bits(vceqq_u8(a, percent), vceqq_u8(b, percent), vceqq_u8(c, percent), vceqq_u8(d, percent)) & in_block,
		bits(vcgeq_u8(a, high), vcgeq_u8(b, high), vcgeq_u8(c, high), vcgeq_u8(d, high)) & in_block,
		0,
	};
	scan_rest(p, n, m);
}

#else

void iri_scan(const char *p, size_t n, struct iri_masks *m)
{
	iri_scan_portable(p, n, m);
}

#endif
