/* SPDX-License-Identifier: ISC */
/* Published test vectors, and texts that collide in weaker functions. */
#include "unit.h"

#include "lib/base/siphash.h"

#include <stdlib.h>

static void check_vectors(void)
{
	/* SipHash-2-4: the paper's appendix A has the vector of 15 bytes, its reference code has the others. */
	static const struct {
		size_t n;
		uint64_t hash;
	} two_four[] = {
		{0, UINT64_C(0x726fdb47dd0e0e31)},
		{8, UINT64_C(0x93f5f5799a932462)},
		{15, UINT64_C(0xa129ca6149be45e5)},
	};
	/* SipHash-1-3: as CPython 3.11 hashes bytes with PYTHONHASHSEED=0, a key of zeros */
	static const struct {
		const char *text;
		uint64_t hash;
	} one_three[] = {
		{"h", UINT64_C(0xDDA1D9F60106F0E9)},
		{"http://", UINT64_C(0xA36E216A392C398F)},
		{"http://h", UINT64_C(0x572230DC4796CD09)},
		{"http://h/aaaaaaa", UINT64_C(0x8D821C4972ABDF9A)},
		{"http://h/aaaaaaaa", UINT64_C(0x2945C6261FE9854D)},
	};
	static const unsigned char zeros[SIPHASH_KEY];
	unsigned char key[SIPHASH_KEY];

	for (unsigned char i = 0; i < SIPHASH_KEY; i++)
		key[i] = i;
	for (size_t i = 0; i < COUNT(two_four); i++) {
		const uint64_t hash = iri_siphash(key, (struct iri_str){(const char *)key, two_four[i].n}, 2, 4);
		CHECK(hash == two_four[i].hash, "%zu: %llx", two_four[i].n, (unsigned long long)hash);
	}
	CHECK(iri_siphash(key, (struct iri_str){NULL, 0}, 2, 4) == two_four[0].hash, "absent");
	for (size_t i = 0; i < COUNT(one_three); i++) {
		const uint64_t hash = iri_siphash(zeros, str(one_three[i].text), 1, 3);
		CHECK(hash == one_three[i].hash, "%s: %llx", one_three[i].text, (unsigned long long)hash);
	}
}

static int by_value(const void *x, const void *y)
{
	const uint32_t *a = x, *b = y;

	return *a < *b ? -1 : *a > *b;
}

/*
 * Checks that texts that differ only in a few bits have different hashes. In a function that mixes words by
 * multiplication, many of these texts collide, whatever the key: a flipped bit in one word and two flipped bits in the
 * next word cancel out in about half of all cases.
 */
static void check_collisions(void)
{
	enum { PAIRS = 12, TEXTS = 1 << PAIRS };
	static const unsigned char key[SIPHASH_KEY];
	static uint32_t hashes[TEXTS];
	char text[16 * PAIRS];
	int same = 0;

	for (int i = 0; i < TEXTS; i++) {
		memset(text, 'a', sizeof text);
		for (size_t k = 0; k < PAIRS; k++)
			if (i >> k & 1)
				text[16 * k + 7] = text[16 * k + 11] = text[16 * k + 15] = 'a' ^ 0x40;
		hashes[i] = (uint32_t)iri_siphash(key, (struct iri_str){text, sizeof text}, 1, 3);
	}
	qsort(hashes, TEXTS, sizeof *hashes, by_value);
	for (int i = 1; i < TEXTS; i++)
		same += hashes[i] == hashes[i - 1];
	CHECK(same == 0, "%d", same);
}

/* Another key for each table, so that no input fits two. */
static void check_keys(void)
{
	unsigned char (*const keys)[SIPHASH_KEY] = calloc(2, sizeof *keys);

	if (!keys)
		abort();
	iri_siphash_make_key(keys[0]);
	iri_siphash_make_key(keys[1]);
	CHECK(memcmp(keys[0], keys[1], SIPHASH_KEY) != 0, "equal keys");
	free(keys);
}

void test_siphash(void)
{
	check_vectors();
	done("siphash: the published test vectors");
	check_keys();
	done("siphash: each table has another key");
	check_collisions();
	done("siphash: texts that are made to collide do not collide");
}
