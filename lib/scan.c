/* SPDX-License-Identifier: ISC */
#include "scan.h"

#include "chars.h"
#include "pct.h"

struct iri_marks iri_scan_portable(const char *p, size_t n)
{
	struct iri_marks m = {0, 0, 0};

	for (size_t i = 0; i < n; i++) {
		const unsigned class = iri_byte_class(p[i]);
		m.delim |= (uint64_t) !(class & CHARS_REG_NAME) << i;
		m.path |= (uint64_t) !(class & CHARS_PATH) << i;
		m.dots |= (uint64_t)(p[i] == '.') << i;
	}
	return m;
}

uint64_t iri_scan_plain_portable(const char *p)
{
	uint64_t plain = 0;

	for (size_t i = 0; i < SCAN_BLOCK;) {
		if (i % 8 == 0) {
			uint64_t eight;
			memcpy(&eight, p + i, 8);
			const unsigned ascii = iri_ascii_prefix(eight);
			i += ascii;
			if (ascii == 8)
				continue;
		}
		const size_t n = (unsigned char)p[i] >= 0x80 && i + 3 <= SCAN_BLOCK + (size_t)(iri_plain_length[(unsigned char)p[i]] == 2)
		                         ? iri_plain_sequence(p + i)
		                         : 0;
		plain |= (((uint64_t)1 << n) - 1) << i;
		i += n ? n : 1;
	}
	return plain;
}

char *iri_put_triplets_portable(char *to, const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to = iri_put_triplet(to, p[i]);
	return to;
}

/*
 * A character is in a set if, of the row that its upper four bits choose, the bit is set in the entry that
 * its lower four choose: row r of ASCII is bit r of each entry. Beyond ASCII there is no row. The tables say
 * the same as iri_ascii_class, which a test compares.
 */
#define ROWS 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, (char)0x80, 0, 0, 0, 0, 0, 0, 0, 0
/* clang-format off */
#define REG_NAME_SET \
	(char)0xA8, (char)0xFC, (char)0xF8, (char)0xF8, (char)0xFC, (char)0xF8, (char)0xFC, (char)0xFC, \
	(char)0xFC, (char)0xFC, (char)0xF4, 0x5C, 0x54, 0x5C, (char)0xD4, 0x70
#define PATH_SET \
	(char)0xB8, (char)0xFC, (char)0xF8, (char)0xF8, (char)0xFC, (char)0xF8, (char)0xFC, (char)0xFC, \
	(char)0xFC, (char)0xFC, (char)0xFC, 0x5C, 0x54, 0x5C, (char)0xD4, 0x74
/* clang-format on */

#if defined __SSE2__

#include <emmintrin.h>
#include <string.h>

/* 0xFF in each byte of x from lo to hi. */
static inline __m128i within(__m128i x, char lo, char hi)
{
	const __m128i d = _mm_sub_epi8(x, _mm_set1_epi8(lo));

	return _mm_cmpeq_epi8(_mm_min_epu8(d, _mm_set1_epi8((char)(hi - lo))), d);
}

static inline __m128i equal(__m128i x, char c)
{
	return _mm_cmpeq_epi8(x, _mm_set1_epi8(c));
}

/* The ranges of section 2.2: letters; "&" to "9" but for "/"; ";"; and the odd ones out. */
static inline void classify(__m128i x, unsigned *delim, unsigned *path, unsigned *dots)
{
	const __m128i letters = within(_mm_or_si128(x, _mm_set1_epi8(0x20)), 'a', 'z');
	const __m128i middle = within(x, '&', ';'); /* and with it "/" and ":" */
	const __m128i odd = _mm_or_si128(_mm_or_si128(_mm_or_si128(equal(x, '!'), equal(x, '$')), equal(x, '=')),
	                                 _mm_or_si128(equal(x, '_'), equal(x, '~')));
	const __m128i slash_colon = _mm_or_si128(equal(x, '/'), equal(x, ':'));
	const __m128i most = _mm_or_si128(letters, _mm_or_si128(middle, odd));

	*delim = (unsigned)_mm_movemask_epi8(_mm_andnot_si128(slash_colon, most)) ^ 0xFFFF;
	*path = (unsigned)_mm_movemask_epi8(_mm_or_si128(most, equal(x, '@'))) ^ 0xFFFF;
	*dots = (unsigned)_mm_movemask_epi8(equal(x, '.'));
}

/* The first and the last `half` bytes of the n at p, which may overlap. */
static inline struct iri_marks scan_ends(const char *p, size_t n, size_t half)
{
	uint64_t first = 0, last = 0;
	unsigned delim, path, dots;
	const unsigned mask = (1u << half) - 1;

	memcpy(&first, p, half);
	memcpy(&last, p + n - half, half);
	classify(_mm_set_epi64x((long long)last, (long long)first), &delim, &path, &dots);
	return (struct iri_marks){(delim & mask) | (uint64_t)(delim >> 8 & mask) << (n - half),
	                          (path & mask) | (uint64_t)(path >> 8 & mask) << (n - half),
	                          (dots & mask) | (uint64_t)(dots >> 8 & mask) << (n - half)};
}

struct iri_marks iri_scan_sse2(const char *p, size_t n)
{
	struct iri_marks m = {0, 0, 0};
	unsigned delim, path, dots;

	if (n < 16)
		return n >= 8 ? scan_ends(p, n, 8) : n >= 4 ? scan_ends(p, n, 4) : scan_ends(p, n, n >= 2 ? 2 : 1);
	for (size_t i = 0; i + 16 <= n; i += 16) {
		classify(_mm_loadu_si128((const __m128i *)(const void *)(p + i)), &delim, &path, &dots);
		m.delim |= (uint64_t)delim << i;
		m.path |= (uint64_t)path << i;
		m.dots |= (uint64_t)dots << i;
	}
	if (n % 16) {
		/* The last 16 bytes, some of them for the second time. */
		classify(_mm_loadu_si128((const __m128i *)(const void *)(p + n - 16)), &delim, &path, &dots);
		m.delim |= (uint64_t)delim << (n - 16);
		m.path |= (uint64_t)path << (n - 16);
		m.dots |= (uint64_t)dots << (n - 16);
	}
	return m;
}

#if defined __x86_64__ && defined __GNUC__

#include <immintrin.h>

__attribute__((target("avx2"))) static inline void classify32(__m256i x, struct iri_marks *m)
{
	const __m256i nibble = _mm256_set1_epi8(0x0F);
	const __m256i row = _mm256_shuffle_epi8(_mm256_setr_epi8(ROWS, ROWS),
	                                        _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
	const __m256i low = _mm256_and_si256(x, nibble), none = _mm256_setzero_si256();
	const __m256i reg_name =
		_mm256_and_si256(_mm256_shuffle_epi8(_mm256_setr_epi8(REG_NAME_SET, REG_NAME_SET), low), row);
	const __m256i in_path =
		_mm256_and_si256(_mm256_shuffle_epi8(_mm256_setr_epi8(PATH_SET, PATH_SET), low), row);

	m->delim = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(reg_name, none));
	m->path = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(in_path, none));
	m->dots = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_set1_epi8('.')));
}

__attribute__((target("avx2"))) static struct iri_marks scan_avx2(const char *p, size_t n)
{
	struct iri_marks m, last;

	if (n < 32)
		return iri_scan_sse2(p, n);
	classify32(_mm256_loadu_si256((const __m256i *)(const void *)p), &m);
	if (n > 32) {
		/* The last 32 bytes, some of them for the second time. */
		classify32(_mm256_loadu_si256((const __m256i *)(const void *)(p + n - 32)), &last);
		m.delim |= last.delim << (n - 32);
		m.path |= last.path << (n - 32);
		m.dots |= last.dots << (n - 32);
	}
	return m;
}

/* A bit for each of 32 bytes that is, as an unsigned number, at least this. */
__attribute__((target("avx2"))) static inline uint64_t at_least(__m256i x, unsigned char least)
{
	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(x, _mm256_set1_epi8((char)least)), x));
}

__attribute__((target("avx2"))) static inline uint64_t is_byte(__m256i x, unsigned char byte)
{
	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_set1_epi8((char)byte)));
}

/* The ranges of iri_plain_length and iri_plain_second; what trails is from 0x80 up to 0xBF. */
__attribute__((target("avx2"))) static uint64_t scan_plain_avx2(const char *p)
{
	const __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
	const __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));
	const uint64_t beyond = (uint32_t)_mm256_movemask_epi8(a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;

	if (!beyond)
		return 0;
#define BOTH(f, byte) (f(a, byte) | f(b, byte) << 32)
	const uint64_t lead = BOTH(at_least, 0xC3), three = BOTH(at_least, 0xE0), other = BOTH(at_least, 0xED);
	const uint64_t trail = beyond & ~BOTH(at_least, 0xC0);
	const uint64_t d8 = BOTH(is_byte, 0xD8), e0 = BOTH(is_byte, 0xE0), e2 = BOTH(is_byte, 0xE2);
	const uint64_t low = (d8 & ~(BOTH(at_least, 0x9D) >> 1)) | (e0 & ~(BOTH(at_least, 0xA0) >> 1)) |
	                     (e2 & ~(BOTH(at_least, 0x82) >> 1));
#undef BOTH
	const uint64_t two_ok = lead & ~three & ~low & (trail >> 1);
	const uint64_t three_ok = three & ~other & ~low & (trail >> 1) & (trail >> 2);
	const uint64_t ok = two_ok | three_ok;
	return ok | ok << 1 | three_ok << 2;
}

/* The digits of 16 bytes, in pairs, are spread over 48, and "%" put between. */
__attribute__((target("avx2"))) static char *put_triplets_avx2(char *to, const char *p, size_t n)
{
	const __m128i digits = _mm_setr_epi8('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F');
	const __m128i nibble = _mm_set1_epi8(0x0F);
	const __m128i first = _mm_setr_epi8(-1, 0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1, 8, 9, -1);
	const __m128i second = _mm_setr_epi8(0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1, 8, 9, -1, 10);
	const __m128i third = _mm_setr_epi8(5, -1, 6, 7, -1, 8, 9, -1, 10, 11, -1, 12, 13, -1, 14, 15);
	const __m128i percent = _mm_set1_epi8('%');

	for (size_t i = 0; i < n; i += TRIPLETS_AT_ONCE) {
		const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
		const __m128i high = _mm_shuffle_epi8(digits, _mm_and_si128(_mm_srli_epi16(x, 4), nibble));
		const __m128i low = _mm_shuffle_epi8(digits, _mm_and_si128(x, nibble));
		const __m128i a = _mm_unpacklo_epi8(high, low), b = _mm_unpackhi_epi8(high, low);
		__m128i *const out = (__m128i *)(void *)(to + 3 * i);
		/* A place of -1 is shuffled to 0, which blends to "%". */
		_mm_storeu_si128(out, _mm_blendv_epi8(_mm_shuffle_epi8(a, first), percent, first));
		_mm_storeu_si128(out + 1, _mm_blendv_epi8(_mm_shuffle_epi8(_mm_alignr_epi8(b, a, 10), second), percent, second));
		_mm_storeu_si128(out + 2, _mm_blendv_epi8(_mm_shuffle_epi8(b, third), percent, third));
	}
	return to + 3 * n;
}

#define HAVE_SCAN_PLAIN
uint64_t iri_scan_plain(const char *p)
{
	return __builtin_cpu_supports("avx2") ? scan_plain_avx2(p) : iri_scan_plain_portable(p);
}

#define HAVE_PUT_TRIPLETS
char *iri_put_triplets(char *to, const char *p, size_t n)
{
	return __builtin_cpu_supports("avx2") ? put_triplets_avx2(to, p, n) : iri_put_triplets_portable(to, p, n);
}

struct iri_marks iri_scan(const char *p, size_t n)
{
	return __builtin_cpu_supports("avx2") ? scan_avx2(p, n) : iri_scan_sse2(p, n);
}

#else

struct iri_marks iri_scan(const char *p, size_t n)
{
	return iri_scan_sse2(p, n);
}

#endif

#elif defined __aarch64__ && defined __ARM_NEON

#include <arm_neon.h>
#include <string.h>

/* A bit for each of 64 bytes, which are 0 or 0xFF. */
static inline uint64_t bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d)
{
	const uint8x16_t weight = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	const uint8x16_t ab = vpaddq_u8(vandq_u8(a, weight), vandq_u8(b, weight));
	const uint8x16_t cd = vpaddq_u8(vandq_u8(c, weight), vandq_u8(d, weight));
	const uint8x16_t all = vpaddq_u8(ab, cd);

	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

/* 0xFF for each byte that is not in the set. */
static inline uint8x16_t outside(uint8x16_t x, uint8x16_t set)
{
	static const char rows[16] = {ROWS};
	const uint8x16_t row = vqtbl1q_u8(vld1q_u8((const uint8_t *)rows), vshrq_n_u8(x, 4));

	return vceqzq_u8(vandq_u8(vqtbl1q_u8(set, vandq_u8(x, vdupq_n_u8(0x0F))), row));
}

struct iri_marks iri_scan(const char *p, size_t n)
{
	static const char reg_name_set[16] = {REG_NAME_SET}, path_set[16] = {PATH_SET};
	const uint8x16_t reg_name = vld1q_u8((const uint8_t *)reg_name_set), path = vld1q_u8((const uint8_t *)path_set);
	const uint64_t ours = n >= SCAN_BLOCK ? UINT64_MAX : ((uint64_t)1 << n) - 1;
	uint8_t padded[SCAN_BLOCK];
	const uint8_t *block = (const uint8_t *)p;

	if (n < SCAN_BLOCK) {
		memset(padded, 0, sizeof padded);
		memcpy(padded, p, n);
		block = padded;
	}
	const uint8x16_t a = vld1q_u8(block), b = vld1q_u8(block + 16), c = vld1q_u8(block + 32), d = vld1q_u8(block + 48);
	const uint8x16_t dot = vdupq_n_u8('.');
	return (struct iri_marks){
		bits(outside(a, reg_name), outside(b, reg_name), outside(c, reg_name), outside(d, reg_name)) & ours,
		bits(outside(a, path), outside(b, path), outside(c, path), outside(d, path)) & ours,
		bits(vceqq_u8(a, dot), vceqq_u8(b, dot), vceqq_u8(c, dot), vceqq_u8(d, dot)) & ours,
	};
}

#define HAVE_PUT_TRIPLETS
char *iri_put_triplets(char *to, const char *p, size_t n)
{
	static const uint8_t hex[] = "0123456789ABCDEF";
	const uint8x16_t digits = vld1q_u8(hex);

	for (size_t i = 0; i < n; i += TRIPLETS_AT_ONCE) {
		const uint8x16_t x = vld1q_u8((const uint8_t *)p + i);
		const uint8x16x3_t out = {{vdupq_n_u8('%'), vqtbl1q_u8(digits, vshrq_n_u8(x, 4)),
		                           vqtbl1q_u8(digits, vandq_u8(x, vdupq_n_u8(0x0F)))}};
		vst3q_u8((uint8_t *)to + 3 * i, out);
	}
	return to + 3 * n;
}

#else

struct iri_marks iri_scan(const char *p, size_t n)
{
	return iri_scan_portable(p, n);
}

#endif

#ifndef HAVE_SCAN_PLAIN
uint64_t iri_scan_plain(const char *p)
{
	return iri_scan_plain_portable(p);
}
#endif

#ifndef HAVE_PUT_TRIPLETS
char *iri_put_triplets(char *to, const char *p, size_t n)
{
	return iri_put_triplets_portable(to, p, n);
}
#endif
