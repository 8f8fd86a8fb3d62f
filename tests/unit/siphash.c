/* SPDX-License-Identifier: ISC */
/* Published test vectors, and texts that collide in weaker functions. */
#include "unit.h"

#include "lib/base/siphash.h"

#include <stdlib.h>

/* Texts, as CPython 3.11 hashes bytes with PYTHONHASHSEED=0: SipHash-1-3, a key of zeros */
static void check_text(char *const *cells)
{
	static const unsigned char zeros[SIPHASH_KEY];
	const uint64_t hash = iri_siphash(zeros, str(cells[0]), 1, 3);

	CHECK(hash == strtoull(cells[1], NULL, 16), "%s: %llx", cells[0], (unsigned long long)hash);
}

/* SipHash-2-4: the paper's appendix A has the vector of 15 bytes, its reference code has the others. */
static void check_vectors(void)
{
	unsigned char key[SIPHASH_KEY];
	const struct iri_str s = {(const char *)key, 15};

	for (unsigned char i = 0; i < SIPHASH_KEY; i++)
		key[i] = i;
	CHECK(iri_siphash(key, (struct iri_str){NULL, 0}, 2, 4) == UINT64_C(0x726fdb47dd0e0e31), "absent");
	CHECK(iri_siphash(key, (struct iri_str){s.p, 0}, 2, 4) == UINT64_C(0x726fdb47dd0e0e31), "empty");
	CHECK(iri_siphash(key, (struct iri_str){s.p, 8}, 2, 4) == UINT64_C(0x93f5f5799a932462), "8 bytes");
	CHECK(iri_siphash(key, s, 2, 4) == UINT64_C(0xa129ca6149be45e5), "15 bytes");
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
	each_row("siphash.tsv", check_text);
	done("siphash: the published test vectors");
	check_keys();
	done("siphash: each table has another key");
	check_collisions();
	done("siphash: texts that are made to collide do not collide");
}
