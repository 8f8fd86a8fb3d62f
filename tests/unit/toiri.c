/* SPDX-License-Identifier: ISC */
/* lib/toiri.c: URIs to IRIs */
#include "unit.h"

#include <stdlib.h>

void test_toiri(void)
{
	char buf[512];
	long counts[3] = {0};

	for (int round = 0; round < rounds; round++) {
		size_t n = random_uri(buf, sizeof buf);
		char *p = exactly(buf, n);
		enum iri_status status = laws_of_unmapping((unsigned)round % WAYS_TO_IRI, (struct iri_str){p, n});
		counts[status > IRI_UNCHANGED ? 2 : status]++;
		free(p);
	}
	for (int i = 0; i < 2; i++)
		CHECK(counts[i] > rounds / 20, "only %ld of kind %d", counts[i], i);
	done("iri_to_iri: iri_to_uri gives the URI back, and what is done is done");
}
