/* SPDX-License-Identifier: ISC */
/* lib/siphash.c */
#include "unit.h"

#include "../../lib/siphash.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *x, const void *y)
{
	const uint32_t *a = x, *b = y;

	return *a < *b ? -1 : *a > *b;
}

void test_siphash(void)
{
	/* The paper's appendix A has one test vector; those with two more lengths are in its reference implementation. */
	static const struct {
		size_t n;
		uint64_t hash;
	} vectors[] = {{0, UINT64_C(0x726fdb47dd0e0e31)}, {8, UINT64_C(0x93f5f5799a932462)}, {15, UINT64_C(0xa129ca6149be45e5)}};
	unsigned char key[SIPHASH_KEY], bytes[16];

	for (unsigned char i = 0; i < 16; i++)
		key[i] = bytes[i] = i;
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		const uint64_t hash = iri_siphash(key, (struct iri_str){(const char *)bytes, vectors[i].n}, 2, 4);
		CHECK(hash == vectors[i].hash, "%zu: %llx", vectors[i].n, (unsigned long long)hash);
	}
	CHECK(iri_siphash(key, (struct iri_str){NULL, 0}, 2, 4) == vectors[0].hash, "?");
	/* SipHash-1-3 is what CPython 3.11 makes of bytes, with a key of zeros if PYTHONHASHSEED is 0. */
	static const struct {
		const char *text;
		uint64_t hash;
	} one_three[] = {{"h", UINT64_C(0xDDA1D9F60106F0E9)},
	                 {"http://", UINT64_C(0xA36E216A392C398F)},
	                 {"http://h", UINT64_C(0x572230DC4796CD09)},
	                 {"http://h/aaaaaaa", UINT64_C(0x8D821C4972ABDF9A)},
	                 {"http://h/aaaaaaaa", UINT64_C(0x2945C6261FE9854D)}};
	memset(key, 0, sizeof key);
	for (size_t i = 0; i < sizeof one_three / sizeof *one_three; i++) {
		const uint64_t hash = iri_siphash(key, (struct iri_str){one_three[i].text, strlen(one_three[i].text)}, 1, 3);
		CHECK(hash == one_three[i].hash, "%s: %llx", one_three[i].text, (unsigned long long)hash);
	}
	done("siphash: the published test vectors");

	/* Texts that collide, whatever the seed, where words are mixed by multiplication: bits flipped in turn cancel out. */
	enum { PAIRS = 12, TEXTS = 1 << PAIRS };
	static uint32_t hashes[TEXTS];
	char text[16 * PAIRS];
	for (int i = 0; i < TEXTS; i++) {
		memset(text, 'a', sizeof text);
		for (size_t k = 0; k < PAIRS; k++)
			if (i >> k & 1)
				text[16 * k + 7] = text[16 * k + 11] = text[16 * k + 15] = 'a' ^ 0x40;
		hashes[i] = (uint32_t)iri_siphash(key, (struct iri_str){text, sizeof text}, 1, 3);
	}
	qsort(hashes, TEXTS, sizeof *hashes, by_value);
	int same = 0;
	for (int i = 1; i < TEXTS; i++)
		same += hashes[i] == hashes[i - 1];
	CHECK(same == 0, "%d", same);
	done("siphash: texts that are made to collide don't");
}
