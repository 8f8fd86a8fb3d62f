/* SPDX-License-Identifier: ISC */
/* Hostile text maps to a URI, stays because it is a URI, or is an error. It obeys the laws of parsing and linting. */
#include "unit.h"

void test_touri(void)
{
	char buf[256];
	long counts[3] = {0}; /* unchanged, changed, errors */
	bool changed;

	for (int round = 0; round < 300000; round++) {
		const struct iri_str s = exactly(buf, put_hostile(buf, sizeof buf));
		const enum iri_status status = laws_of_mapping((unsigned)round % WAYS_TO_URI, s, &changed);
		counts[status == IRI_OK ? changed : 2]++;
		if (round % 8 == 0)
			laws_of_parsing(s);
		if (round % 32 == 0)
			laws_of_linting(s);
	}
	for (size_t i = 0; i < COUNT(counts); i++)
		CHECK(counts[i] > 10000, "only %ld of kind %zu", counts[i], i);
	done("touri, parse, lint: hostile text becomes a URI or an error, and obeys the laws");
}
