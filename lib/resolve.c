/* SPDX-License-Identifier: ISC */
/* Reference resolution (section 6.5; RFC 3986, section 5.2), on IRIs as on URIs. */
#include "iri.h"
#include "str.h"

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

/* Schemes have no case, and of their characters only letters change under | 0x20. */
static bool same_scheme(struct iri_str a, struct iri_str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if ((a.p[i] | 0x20) != (b.p[i] | 0x20))
			return false;
	return true;
}

enum iri_status iri_resolve(const struct iri_ref *base, const struct iri_ref *ref, bool compat,
                            struct iri_buf *scratch, struct iri_buf *out)
{
	const bool absolute = ref->scheme.p && !(compat && same_scheme(ref->scheme, base->scheme));
	const struct iri_ref *from = absolute || ref->authority.p ? ref : base;

	add(out, absolute ? ref->scheme : base->scheme);
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
		iri_remove_dots(iri_contents(scratch), from->authority.p != NULL, out);
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

void iri_relativizer_release(struct iri_relativizer *r)
{
	iri_buf_free(&r->candidate);
	iri_buf_free(&r->best);
	iri_buf_free(&r->resolved);
	iri_buf_free(&r->scratch);
	iri_buf_free(&r->folder);
}

/* Keeps the candidate if it is shorter than the best so far and resolves to s. */
static void try_candidate(struct iri_relativizer *r, const struct iri_ref *base, struct iri_str s, bool *found)
{
	struct iri_ref ref;
	struct iri_error err;
	const struct iri_str candidate = iri_contents(&r->candidate);

	if (*found && candidate.n >= r->best.n)
		return;
	if (iri_parse(candidate, IRI_REFERENCE, &ref, &err) != IRI_OK)
		return;
	r->resolved.n = 0;
	if (iri_resolve(base, &ref, false, &r->scratch, &r->resolved) != IRI_OK ||
	    !iri_same(iri_contents(&r->resolved), s))
		return;
	*found = true;
	r->best.n = 0;
	add(&r->best, candidate);
}

/* The candidate so far goes on with what stands behind the path. */
static void add_tail(struct iri_buf *b, const struct iri_ref *target)
{
	if (target->query.p) {
		iri_buf_putc(b, '?');
		add(b, target->query);
	}
	if (target->fragment.p) {
		iri_buf_putc(b, '#');
		add(b, target->fragment);
	}
}

/* From the folder of the base's path up to the last one that it shares with the target's, and down again. */
static void try_relative_path(struct iri_relativizer *r, const struct iri_ref *base, struct iri_str s,
                              const struct iri_ref *target, bool *found)
{
	struct iri_str dir = base->path, path = target->path;
	size_t common = 0, ups = 0;

	if (base->authority.p && !dir.n)
		dir = (struct iri_str){"/", 1}; /* RFC 3986, section 5.2.3 */
	while (dir.n && dir.p[dir.n - 1] != '/')
		dir.n--;
	/* The base itself may have dot segments; what is merged with it loses them. */
	r->folder.n = 0;
	iri_remove_dots(dir, base->authority.p != NULL, &r->folder);
	dir = iri_contents(&r->folder);
	for (size_t i = 0; i < dir.n && i < path.n && dir.p[i] == path.p[i]; i++)
		if (dir.p[i] == '/')
			common = i + 1;
	for (size_t i = common; i < dir.n; i++)
		ups += dir.p[i] == '/';
	/* As it is; with "./" where its beginning would mean something else; without the "/" that ends it in dots. */
	for (int form = 0; form < 3; form++) {
		const struct iri_str rest = {path.p + common, path.n - common};
		r->candidate.n = 0;
		if (form == 1)
			iri_buf_add(&r->candidate, "./", 2);
		for (size_t i = 0; i < ups; i++)
			iri_buf_add(&r->candidate, "../", 3);
		if (form == 2 && !rest.n) {
			if (ups)
				r->candidate.n--;
			else
				iri_buf_putc(&r->candidate, '.');
		}
		add(&r->candidate, rest);
		add_tail(&r->candidate, target);
		try_candidate(r, base, s, found);
	}
}

enum iri_status iri_relativize(struct iri_relativizer *r, const struct iri_ref *base, struct iri_str s,
                               const struct iri_ref *target, struct iri_buf *out)
{
	bool found = false;

	/* The more readable come first: one as short does not replace them. */
	if (iri_same(base->scheme, target->scheme)) {
		r->candidate.n = 0;
		if (target->fragment.p) {
			iri_buf_putc(&r->candidate, '#');
			add(&r->candidate, target->fragment);
		}
		try_candidate(r, base, s, &found);
		r->candidate.n = 0;
		add_tail(&r->candidate, target);
		try_candidate(r, base, s, &found);
		if (iri_same(base->authority, target->authority)) {
			try_relative_path(r, base, s, target, &found);
			/* The absolute path; "/." before one that begins with "//" keeps it from being an authority. */
			for (int dot = 0; dot < 2; dot++) {
				r->candidate.n = 0;
				iri_buf_add(&r->candidate, "/.", dot ? 2 : 0);
				add(&r->candidate, target->path);
				add_tail(&r->candidate, target);
				try_candidate(r, base, s, &found);
			}
		}
		if (target->authority.p) {
			r->candidate.n = 0;
			iri_buf_add(&r->candidate, "//", 2);
			add(&r->candidate, target->authority);
			add(&r->candidate, target->path);
			add_tail(&r->candidate, target);
			try_candidate(r, base, s, &found);
		}
	}
	r->candidate.n = 0;
	add(&r->candidate, s);
	try_candidate(r, base, s, &found);
	if (r->candidate.failed || r->best.failed || r->resolved.failed || r->scratch.failed ||
	    r->folder.failed)
		return IRI_NO_MEMORY;
	if (!found)
		return IRI_UNREACHABLE;
	iri_buf_add(out, r->best.p ? r->best.p : "", r->best.n);
	return out->failed ? IRI_NO_MEMORY : IRI_OK;
}
