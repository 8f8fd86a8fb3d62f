/* SPDX-License-Identifier: ISC */
/* lib/touri.c: IRIs to URIs */
#include "unit.h"

#include <stdlib.h>

void test_touri(void)
{
	char buf[256];
	long counts[3] = {0};

	for (int round = 0; round < 300000; round++) {
		size_t n = hostile(buf, sizeof buf);
		char *p = exactly(buf, n);
		const struct iri_str s = {p, n};
		enum iri_status status = laws_of_mapping((unsigned)round % WAYS_TO_URI, s);
		counts[status > IRI_UNCHANGED ? 2 : status]++;
		if (round % 8 == 0)
			laws_of_parsing(s);
		if (round % 32 == 0)
			laws_of_linting(s);
		free(p);
	}
	for (int i = 0; i < 3; i++)
		CHECK(counts[i] > 10000, "only %ld of kind %d", counts[i], i);
	done("parse, iri_to_uri, lint: on hostile input a URI or an error, identity on URIs, idempotent, parts are the whole");
}
