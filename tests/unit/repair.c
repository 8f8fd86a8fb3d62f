/* SPDX-License-Identifier: ISC */
/* lib/repair.c: iri_repair */
#include "unit.h"

#include "../../lib/chars.h"

#include <string.h>

void test_repair(void)
{
	struct iri_buf out = {0}, again = {0};
	struct iri_error err;
	struct iri_ref ref;
	char buf[256];

	for (int round = 0; round < 100000; round++) {
		size_t n = hostile(buf, sizeof buf);
		struct iri_str s = {buf, n};
		out.n = again.n = 0;
		size_t past = SIZE_MAX;
		iri_repair(s, &out, &(struct iri_offsets){&past, 1, 0});
		CHECK(past == n, "round %d", round);
		if (iri_parse(s, IRI_REFERENCE, &ref, &err) == IRI_OK)
			CHECK(out.n == n && (!n || !memcmp(out.p, buf, n)), "round %d: not the identity on %.*s", round, (int)n, buf);
		/* Offsets go back in order, and a byte that stays comes from one that is the same. */
		size_t offsets[1024], count = out.n < 1024 ? out.n : 1024;
		for (size_t at = 0; at < count; at++)
			offsets[at] = at;
		iri_repair(s, &again, &(struct iri_offsets){offsets, count, 0});
		for (size_t at = 0; at < count; at++) {
			CHECK(offsets[at] < n && offsets[at] >= (at ? offsets[at - 1] : 0), "round %d: %zu from %zu", round, at,
			      offsets[at]);
			CHECK(iri_byte_class(buf[offsets[at]]) == 0 || buf[offsets[at]] == out.p[at] || buf[offsets[at]] == '\\',
			      "round %d: %zu from %zu", round, at, offsets[at]);
		}
	}
	iri_buf_free(&out);
	iri_buf_free(&again);
	done("iri_repair: the identity on IRIs, and offsets lead back");
}
