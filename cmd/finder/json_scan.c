/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "json_scan.h"

#include "lib/base/bits.h"

/* Returns a mask of eight bits: bit 0 of each byte of a word that has no others. */
static uint64_t json_gather(uint64_t word)
{
	return word * UINT64_C(0x0102040810204080) >> 56;
}

/* Returns a mask, of eight bits, of the bytes of `word` that equal c. */
static uint64_t json_equal8(uint64_t word, char c)
{
	const uint64_t each = UINT64_C(0x0101010101010101), differs = word ^ each * (unsigned char)c;

	return json_gather(~(((differs & each * 0x7F) + each * 0x7F) | differs) >> 7 & each);
}

void json_scan_quotes_portable(const char *p, struct json_masks *m)
{
	*m = (struct json_masks){0};
	for (size_t i = 0; i < JSON_BLOCK; i += 8) {
		const uint64_t word = iri_load8(p + i);
		m->quotes |= json_equal8(word, '"') << i;
		m->backslashes |= json_equal8(word, '\\') << i;
		m->newlines |= json_equal8(word, '\n') << i;
		m->others |= (json_equal8(word, '\'') | json_equal8(word, '/')) << i;
	}
}

uint64_t json_scan_portable(const char *p)
{
	uint64_t found = 0;

	for (size_t i = 0; i < JSON_BLOCK; i += 8) {
		const uint64_t word = iri_load8(p + i);
		const uint64_t comment = iri_equal_bytes(word, '/') & iri_equal_bytes(iri_load8(p + i + 1), '*');
		const uint64_t any = iri_equal_bytes(word, ':') | iri_equal_bytes(word, '\\') | comment;
		if (any)
			found |= json_gather(any >> 7) << i;
	}
	return found;
}

#if defined __x86_64__ && defined __GNUC__

#include <immintrin.h>

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define EQUAL(x, c) _mm_cmpeq_epi8(x, _mm_set1_epi8(c))

/* Does for 16 bytes what json_scan does for a block. */
static inline uint64_t json_scan16(const char *p)
{
	const __m128i x = LOAD(p), after = LOAD(p + 1);
	const __m128i blank = _mm_cmpeq_epi8(_mm_min_epu8(after, _mm_set1_epi8(' ')), after);
	const __m128i colon = _mm_andnot_si128(_mm_or_si128(blank, EQUAL(LOAD(p - 1), '"')), EQUAL(x, ':'));
	const __m128i three = _mm_and_si128(EQUAL(LOAD(p + 3), '0'), EQUAL(LOAD(p + 4), '3'));
	const __m128i escape = _mm_and_si128(EQUAL(x, '\\'), _mm_or_si128(EQUAL(after, 'x'), three));
	const __m128i comment = _mm_and_si128(EQUAL(x, '/'), EQUAL(after, '*'));

	return (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(colon, escape), comment));
}

uint64_t json_scan(const char *p)
{
	return json_scan16(p) | json_scan16(p + 16) << 16 | json_scan16(p + 32) << 32 | json_scan16(p + 48) << 48;
}

/* Returns a mask of the bytes of the block at p that equal c. */
static inline uint64_t json_equal64(const char *p, char c)
{
	uint64_t equal = 0;

	for (size_t i = 0; i < JSON_BLOCK; i += 16)
		equal |= (uint64_t)(uint32_t)_mm_movemask_epi8(EQUAL(LOAD(p + i), c)) << i;
	return equal;
}

void json_scan_quotes(const char *p, struct json_masks *m)
{
	m->quotes = json_equal64(p, '"');
	m->backslashes = json_equal64(p, '\\');
	m->newlines = json_equal64(p, '\n');
	m->others = json_equal64(p, '\'') | json_equal64(p, '/');
}

#else

uint64_t json_scan(const char *p)
{
	return json_scan_portable(p);
}

void json_scan_quotes(const char *p, struct json_masks *m)
{
	json_scan_quotes_portable(p, m);
}

#endif
