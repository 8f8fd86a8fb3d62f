/* SPDX-License-Identifier: ISC */
#include "scan.h"

#include "chars.h"

struct iri_marks iri_scan_portable(const char *p, size_t n)
{
	struct iri_marks m = {0, 0};

	for (size_t i = 0; i < n; i++) {
		const unsigned class = iri_byte_class(p[i]);
		m.delim |= (uint64_t) !(class & CHARS_REG_NAME) << i;
		m.path |= (uint64_t) !(class & CHARS_PATH) << i;
	}
	return m;
}

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
static inline void classify(__m128i x, unsigned *delim, unsigned *path)
{
	const __m128i letters = within(_mm_or_si128(x, _mm_set1_epi8(0x20)), 'a', 'z');
	const __m128i middle = within(x, '&', ';'); /* and with it "/" and ":" */
	const __m128i odd = _mm_or_si128(_mm_or_si128(_mm_or_si128(equal(x, '!'), equal(x, '$')), equal(x, '=')),
	                                 _mm_or_si128(equal(x, '_'), equal(x, '~')));
	const __m128i slash_colon = _mm_or_si128(equal(x, '/'), equal(x, ':'));
	const __m128i most = _mm_or_si128(letters, _mm_or_si128(middle, odd));

	*delim = (unsigned)_mm_movemask_epi8(_mm_andnot_si128(slash_colon, most)) ^ 0xFFFF;
	*path = (unsigned)_mm_movemask_epi8(_mm_or_si128(most, equal(x, '@'))) ^ 0xFFFF;
}

struct iri_marks iri_scan(const char *p, size_t n)
{
	struct iri_marks m = {0, 0};
	unsigned delim, path;
	size_t i = 0;

	for (; i + 16 <= n; i += 16) {
		classify(_mm_loadu_si128((const __m128i *)(const void *)(p + i)), &delim, &path);
		m.delim |= (uint64_t)delim << i;
		m.path |= (uint64_t)path << i;
	}
	if (i == n)
		return m;
	if (n > 16) {
		/* The last 16 bytes, some of them for the second time. */
		classify(_mm_loadu_si128((const __m128i *)(const void *)(p + n - 16)), &delim, &path);
		m.delim |= (uint64_t)delim << (n - 16);
		m.path |= (uint64_t)path << (n - 16);
	} else {
		char padded[16];
		memset(padded, 'a', sizeof padded);
		memcpy(padded, p, n);
		classify(_mm_loadu_si128((const __m128i *)(const void *)padded), &delim, &path);
		m.delim = delim;
		m.path = path;
	}
	return m;
}

#else

struct iri_marks iri_scan(const char *p, size_t n)
{
	return iri_scan_portable(p, n);
}

#endif
