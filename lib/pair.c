/* SPDX-License-Identifier: ISC */
#include "pair.h"

void iri_pair_decode(struct iri_buf *out, struct iri_str s)
{
	for (const char *p = s.p, *const end = p + s.n; p < end;) {
		const char *const plus = iri_find_byte(p, end, '+');
		iri_pct_decode(out, iri_between(p, plus));
		if (plus < end)
			iri_buf_putc(out, ' ');
		p = plus + (plus < end);
	}
}
