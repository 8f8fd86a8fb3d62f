/* SPDX-License-Identifier: ISC */
#include "pair.h"

void iri_pair_decode(struct iri_buf *out, struct iri_str s, bool plus_is_space)
{
	char *const to = iri_buf_reserve(out, s.n + 1);

	if (to)
		out->n += iri_decode(s, plus_is_space, to, s.n + 1);
}
