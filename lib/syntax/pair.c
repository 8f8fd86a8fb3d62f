/* SPDX-License-Identifier: ISC */
#include "pair.h"

#include "scheme.h"

bool iri_plus_is_space(struct iri_str scheme)
{
	const struct iri_scheme *const row = scheme.n ? iri_scheme_search(scheme) : NULL;

	return !row || !(row->flags & SCHEME_MAILBOX);
}

void iri_pair_decode(struct iri_buf *out, struct iri_str s, bool plus_is_space)
{
	s = iri_present(s);
	for (const char *p = s.p, *const end = p + s.n; p < end;) {
		const char *const plus = plus_is_space ? iri_find_byte(p, end, '+') : end;
		iri_pct_decode(out, iri_between(p, plus));
		if (plus < end)
			iri_buf_putc(out, ' ');
		p = plus + (plus < end);
	}
}
