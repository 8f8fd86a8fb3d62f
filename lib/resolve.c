/* SPDX-License-Identifier: ISC */
/* Reference resolution (section 6.5; RFC 3986, section 5.2), on IRIs as on URIs. */
#include "iri.h"

#include <string.h>

static void add(struct iri_buf *out, struct iri_str s)
{
	if (s.n)
		iri_buf_add(out, s.p, s.n);
}

/* RFC 3986, section 5.2.3 */
static void merge(const struct iri_ref *base, struct iri_str path, struct iri_buf *out)
{
	size_t n = base->path.n;

	if (base->authority.p && !n) {
		iri_buf_putc(out, '/');
	} else {
		while (n && base->path.p[n - 1] != '/')
			n--;
		add(out, (struct iri_str){base->path.p, n});
	}
	add(out, path);
}

enum iri_status iri_resolve(const struct iri_ref *base, const struct iri_ref *ref, struct iri_buf *scratch,
                            struct iri_buf *out)
{
	const struct iri_ref *from = ref->scheme.p || ref->authority.p ? ref : base;
	const struct iri_str scheme = ref->scheme.p ? ref->scheme : base->scheme;

	add(out, scheme);
	iri_buf_putc(out, ':');
	if (from->authority.p) {
		iri_buf_add(out, "//", 2);
		add(out, from->authority);
	}
	if (from == base && !ref->path.n) {
		add(out, base->path);
	} else {
		scratch->n = 0;
		if (from == ref || ref->path.p[0] == '/')
			add(scratch, ref->path);
		else
			merge(base, ref->path, scratch);
		iri_remove_dots((struct iri_str){scratch->p, scratch->n}, from->authority.p != NULL, out);
	}
	const struct iri_str query = from == base && !ref->path.n && !ref->query.p ? base->query : ref->query;
	if (query.p) {
		iri_buf_putc(out, '?');
		add(out, query);
	}
	if (ref->fragment.p) {
		iri_buf_putc(out, '#');
		add(out, ref->fragment);
	}
	return out->failed || scratch->failed ? IRI_NO_MEMORY : IRI_OK;
}
