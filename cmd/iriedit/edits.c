/* SPDX-License-Identifier: ISC */
#include "edits.h"

#include "glob.h"

#include "lib/base/str.h"
#include "lib/syntax/path.h"

#include <string.h>

struct iri_str edits_keep(struct iriedit *self, struct arena *a)
{
	buf_check(a->messages, &self->scratch);
	return arena_copy(a, iri_contents(&self->scratch));
}

size_t edits_place_of(struct iri_str s, struct iri_str component, size_t off)
{
	const uintptr_t p = (uintptr_t)component.p, start = (uintptr_t)s.p;

	return component.p && p >= start && p <= start + s.n ? (size_t)(p - start) + off : 0;
}

/* For iri_query_delete: whether a key matches a pattern of the edit. */
static bool edits_match(void *arg, struct iri_str key)
{
	const struct edit *const e = arg;

	for (size_t i = 0; i < e->n; i++)
		if (glob_matches(e[i].arg, key))
			return true;
	return false;
}

static bool matches_not(void *arg, struct iri_str key)
{
	return !edits_match(arg, key);
}

/* Sets or removes a component, or the authority. */
static void set(const struct edit *e, struct iri_parts *parts)
{
	const struct iri_str empty = {"", 0};

	if (e->component != IRI_AUTHORITY)
		parts->of[e->component] = e->operation == UNSET && e->component == IRI_PATH ? empty : e->value;
	else
		for (enum iri_component c = IRI_USERINFO; c <= IRI_PORT; c++)
			parts->of[c] = e->authority.of[c];
}

/* Adds a segment to the path. An empty last segment is replaced. */
static void append_segment(struct iriedit *self, const struct edit *e, struct iri_parts *parts)
{
	const struct iri_str path = parts->of[IRI_PATH];
	const bool needs_slash = path.n ? path.p[path.n - 1] != '/' : parts->of[IRI_HOST].p != NULL;

	iri_buf_clear(&self->scratch);
	iri_buf_add(&self->scratch, path.p, path.n);
	if (needs_slash)
		iri_buf_putc(&self->scratch, '/');
	iri_buf_add(&self->scratch, e->value.p, e->value.n);
	parts->of[IRI_PATH] = edits_keep(self, &self->arena);
}

/* Edits the query. The only error is that memory runs out. */
static enum iri_status edit_query(struct iriedit *self, struct edit *e, struct iri_parts *parts, struct iri_error *err)
{
	struct iri_query *const q = self->query;

	iri_query_begin(q, parts->of[IRI_QUERY], self->separator, iri_plus_is_space(parts->of[IRI_SCHEME]));
	switch (e->operation) {
	case APPEND_PAIR: iri_query_append(q, e->value); break;
	case QUERY_SET: iri_query_set(q, e->key, e->value); break;
	case QUERY_DELETE: iri_query_delete(q, edits_match, e); break;
	case QUERY_KEEP: iri_query_delete(q, matches_not, e); break;
	case QUERY_RENAME: iri_query_rename(q, e->key, e->value); break;
	case QUERY_SORT: iri_query_sort(q); break;
	case QUERY_DEDUPE: iri_query_dedupe(q); break;
	default: break;
	}
	return iri_query_end(q, &parts->of[IRI_QUERY], err);
}

/* Returns the number of dot segments of a path. */
static size_t count_dots(struct iri_str path)
{
	const char *const end = path.p + path.n;
	size_t n = 0;

	for (const char *p = path.p; (p = iri_dot_segment(p, end)); p = iri_segment_end(p, end))
		n++;
	return n;
}

/* Recodes all components of the reference in the line s. */
static enum iri_status recode_all(struct filter *f, struct iri_str s, const struct edit *e, struct iri_parts *parts,
                                  struct iri_error *err)
{
	struct iriedit *const self = f->data;

	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		struct iri_str *const part = &parts->of[c];
		size_t off;
		if (!part->n || !memchr(part->p, '%', part->n))
			continue;
		iri_buf_clear(&self->scratch);
		const bool recoded = recode(e->charset, *part, &self->scratch, &self->recoding, &off);
		buf_check(&f->messages, &self->scratch);
		if (!recoded)
			return filter_refuse(f, err, edits_place_of(s, *part, off),
			                     "percent-encoded octets are neither UTF-8 nor in the charset of --recode");
		const struct iri_str made = edits_keep(self, &self->arena);
		/* In ARMSCII-8, %A9 is ".". */
		if (c == IRI_PATH && count_dots(made) > count_dots(*part))
			return filter_refuse(f, err, edits_place_of(s, *part, 0),
			                     "--recode would make a dot segment");
		*part = made;
	}
	return IRI_OK;
}

enum iri_status edits_apply(struct filter *f, struct iri_str s, struct edit *e, struct iri_parts *parts,
                            struct iri_error *err)
{
	struct iriedit *const self = f->data;

	switch (e->operation) {
	case SET:
	case SET_RAW:
	case UNSET: set(e, parts); return IRI_OK;
	case APPEND_SEGMENT: append_segment(self, e, parts); return IRI_OK;
	case RECODE: return recode_all(f, s, e, parts, err);
	default: return edit_query(self, e, parts, err);
	}
}
