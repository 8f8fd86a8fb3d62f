/* SPDX-License-Identifier: ISC */
/* lib/pct.c: percent-encoding */
#include "unit.h"

#include "../../lib/pct.h"

#include <string.h>

void test_pct(void)
{
	struct iri_buf out = {0};
	char all[256];

	for (int i = 0; i < 256; i++)
		all[i] = (char)i;
	iri_pct_encode(&out, (struct iri_str){all, 256});
	CHECK(out.n == 768 && !memcmp(out.p, "%00%01", 6) && !memcmp(out.p + 765, "%FF", 3), "%zu", out.n);
	struct iri_buf back = {0};
	iri_pct_decode(&back, (struct iri_str){out.p, out.n});
	CHECK(back.n == 256 && !memcmp(back.p, all, 256), "%zu", back.n);
	back.n = 0;
	iri_pct_decode(&back, (struct iri_str){"%4%41%aF%", 9});
	CHECK(back.n == 5 && !memcmp(back.p, "%4A\xAF%", 5), "%zu", back.n);
	iri_buf_free(&out);
	iri_buf_free(&back);
	done("pct: there and back");
}
