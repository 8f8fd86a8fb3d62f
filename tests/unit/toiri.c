/* SPDX-License-Identifier: ISC */
/* Random URIs stay unchanged, or are converted to IRIs that iri_to_uri maps back to equivalent URIs. */
#include "unit.h"

void test_toiri(void)
{
	char buf[512];
	bool changed;
	long converted = 0, unchanged = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str s = exactly(buf, put_uri(buf, sizeof buf));
		const enum iri_status status = laws_of_unmapping((unsigned)round % WAYS_TO_IRI, s, &changed);
		converted += changed;
		unchanged += status == IRI_OK && !changed;
	}
	CHECK(converted > rounds / 20 && unchanged > rounds / 20, "only %ld and %ld", converted, unchanged);
	done("toiri: iri_to_uri gives the URI back, and the mapping is idempotent");
}
