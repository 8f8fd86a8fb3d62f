/* SPDX-License-Identifier: ISC */
/* Percent-encoded bytes decode to themselves. */
#include "unit.h"

#include "lib/syntax/pct.h"

void test_pct(void)
{
	struct iri_buf out = {0}, back = {0};
	char all[256];

	for (int i = 0; i < 256; i++)
		all[i] = (char)i;
	iri_pct_encode(&out, (struct iri_str){all, 256});
	CHECK(out.n == 768 && !memcmp(out.p, "%00%01", 6) && !memcmp(out.p + 765, "%FF", 3), "%zu", out.n);
	iri_pct_decode(&back, iri_contents(&out));
	CHECK(iri_same(iri_contents(&back), (struct iri_str){all, 256}), "%zu", back.n);
	back.n = 0;
	iri_pct_decode(&back, str("%4%41%aF%"));
	CHECK(iri_same(iri_contents(&back), str("%4A\xAF%")), "%zu", back.n);
	iri_buf_free(&out);
	iri_buf_free(&back);
	done("pct: encoded bytes decode to themselves");
}
