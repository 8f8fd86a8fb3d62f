/* SPDX-License-Identifier: ISC */
#include "schemes.h"

struct iri_pairs iri_pairs(struct iri_str query, char separator)
{
	return (struct iri_pairs){query, separator, query.n > 0};
}

bool iri_next_pair(struct iri_pairs *w, struct iri_pair *pair)
{
	if (!w->more)
		return false;
	const char *const p = w->rest.p, *const end = p + w->rest.n, *const stop = iri_find_byte(p, end, w->separator);
	const char *const sign = iri_find_byte(p, stop, '=');

	pair->text = iri_between(p, stop);
	pair->key = iri_between(p, sign);
	pair->value = sign < stop ? iri_between(sign + 1, stop) : (struct iri_str){NULL, 0};
	w->more = stop < end;
	w->rest = iri_between(stop + w->more, end);
	return true;
}

bool iri_plus_is_space(struct iri_str scheme)
{
	const struct iri_scheme *const row = scheme.n ? iri_scheme_search(scheme) : NULL;

	return !row || !(row->flags & SCHEME_MAILBOX);
}
