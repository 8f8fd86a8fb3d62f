/* SPDX-License-Identifier: ISC */
/*
 * Non-ASCII bytes become the same percent-encoded octets with and without vector instructions, within the reserved
 * memory.
 */
#include "unit.h"

#include "lib/syntax/pct.h"

#include <stdlib.h>

enum { ROOM = 200 };

void test_pct_put(void)
{
	for (int round = 0; round < rounds; round++) {
		char text[ROOM + IRI_MAPPED_SLACK] = {0}, want[3 * sizeof text], *end = want;
		const size_t n = rng() % ROOM;
		for (size_t i = 0, high = 0; i < n; i++) {
			high = rng() % 8 ? high : rng() % 2;
			text[i] = (char)(rng() % 128 | high << 7);
			if (high)
				end += snprintf(end, 4, "%%%02X", (unsigned char)text[i]);
			else
				*end++ = text[i];
		}
		const size_t made = (size_t)(end - want);
		const char *const p = exactly(text, n + IRI_MAPPED_SLACK).p;
		char *const to = malloc(made + IRI_MAPPED_SLACK); /* exactly the memory that the function requires */
		if (!to)
			abort();
		CHECK(iri_put_mapped(to, p, p + n) == to + made && !memcmp(to, want, made), "round %d", round);
		CHECK(iri_put_mapped_portable(to, p, p + n) == to + made && !memcmp(to, want, made), "round %d", round);
		free(to);
	}
	done("pct: non-ASCII bytes become percent-encoded octets, at every length and position");
}
