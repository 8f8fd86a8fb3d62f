/* SPDX-License-Identifier: ISC */
/* iri_repair does not change valid text, and maps offsets to the input. */
#include "unit.h"

#include "lib/ops/repair.h"
#include "lib/unicode/chars.h"

/* Offsets in the output are mapped in ascending order: to an equal byte, or to a byte that iri_repair replaces. */
static void check_offsets(struct iri_str s, struct iri_str repaired)
{
	static struct iri_buf again;
	size_t offsets[1024], n = repaired.n < COUNT(offsets) ? repaired.n : COUNT(offsets);

	for (size_t at = 0; at < n; at++)
		offsets[at] = at;
	again.n = 0;
	iri_repair(s, &again, &(struct iri_offsets){offsets, n, 0});
	for (size_t at = 0, least = 0; at < n; least = offsets[at++]) {
		const size_t from = offsets[at];
		const bool replaced = s.p[from] == '\\' || s.p[from] == '@' || !iri_byte_class(s.p[from]);
		CHECK(from < s.n && from >= least, "%.*s: %zu from %zu", TEXT(s), at, from);
		CHECK(replaced || s.p[from] == repaired.p[at], "%.*s: %zu from %zu", TEXT(s), at, from);
	}
}

void test_repair(void)
{
	struct iri_buf out = {0};
	struct iri_error err;
	struct iri_ref ref;
	char buf[256];

	for (int round = 0; round < rounds; round++) {
		const struct iri_str s = {buf, put_hostile(buf, sizeof buf)};
		size_t past = SIZE_MAX;
		out.n = 0;
		iri_repair(s, &out, &(struct iri_offsets){&past, 1, 0});
		CHECK(past == s.n, "%.*s", TEXT(s));
		if (iri_parse(s, IRI_REFERENCE, &ref, &err) == IRI_OK)
			CHECK(iri_same(iri_contents(&out), s), "%.*s", TEXT(s));
		check_offsets(s, iri_contents(&out));
	}
	iri_buf_free(&out);
	done("repair: valid text is unchanged, and offsets are mapped to the input");
}
