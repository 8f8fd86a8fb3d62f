/* SPDX-License-Identifier: ISC */
#include "edits.h"

#include "cmd/base/glob.h"
#include "cmd/base/text.h"
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

enum iri_status edits_compose(struct iriedit *self, struct iri_str s, const struct iri_parts *parts,
                              struct iri_str *iri, struct iri_error *err)
{
	const enum iri_status status = iri_compose(self->composer, parts, iri, err);

	if (status != IRI_OK)
		err->off = edits_place_of(s, parts->of[err->where], err->off);
	return status;
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

/*
 * Splits a userinfo at its first ":" into user and password (RFC 3986, section 3.2.1). Without ":", the password is
 * absent.
 */
static void split_userinfo(struct iri_str userinfo, struct iri_str *user, struct iri_str *password)
{
	*user = *password = (struct iri_str){NULL, 0};
	if (!userinfo.p)
		return;
	const char *const end = userinfo.p + userinfo.n, *const colon = iri_find_byte(userinfo.p, end, ':');
	*user = iri_between(userinfo.p, colon);
	*password = colon < end ? iri_between(colon + 1, end) : (struct iri_str){NULL, 0};
}

/* Sets or removes the user or the password. A userinfo from which the last text is removed goes, too. */
static void set_in_userinfo(struct iriedit *self, const struct edit *e, struct iri_parts *parts)
{
	struct iri_str user, password;

	split_userinfo(parts->of[IRI_USERINFO], &user, &password);
	*(e->component == PART_USER ? &user : &password) = e->value;
	if (e->operation == UNSET && !user.n && !password.n) {
		parts->of[IRI_USERINFO] = (struct iri_str){NULL, 0};
		return;
	}
	iri_buf_clear(&self->scratch);
	iri_buf_add(&self->scratch, user.p, user.n);
	if (password.p)
		iri_buf_putc(&self->scratch, ':');
	iri_buf_add(&self->scratch, password.p, password.n);
	parts->of[IRI_USERINFO] = edits_keep(self, &self->arena);
}

/* Whether the reference has what --set-default would set. The path, never absent, counts if it is not empty. */
static bool is_present(const struct edit *e, const struct iri_parts *parts)
{
	struct iri_str user, password;

	split_userinfo(parts->of[IRI_USERINFO], &user, &password);
	switch (e->component) {
	case PART_USER: return user.p;
	case PART_PASSWORD: return password.p;
	case IRI_PATH: return parts->of[IRI_PATH].n;
	default: return parts->of[e->component].p;
	}
}

/* Sets or removes a component, or the authority. */
static void set(struct iriedit *self, const struct edit *e, struct iri_parts *parts)
{
	const struct iri_str empty = {"", 0};

	if (e->operation == SET_DEFAULT && is_present(e, parts))
		return;
	if (e->component >= PART_USER)
		set_in_userinfo(self, e, parts);
	else if (e->component != PART_AUTHORITY)
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

/* Whether the query has a pair with this key, which is decoded. */
static bool query_has(struct iriedit *self, struct iri_str query, struct iri_str key, bool plus_is_space)
{
	struct iri_pairs walk = iri_pairs(query, self->separator);

	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		iri_buf_clear(&self->scratch);
		buf_add_decoded(&self->scratch, pair.key, plus_is_space);
		buf_check(self->arena.messages, &self->scratch);
		if (iri_same(iri_contents(&self->scratch), key))
			return true;
	}
	return false;
}

/* Edits the query. The only error is that memory runs out. */
static enum iri_status edit_query(struct iriedit *self, struct edit *e, struct iri_parts *parts, struct iri_error *err)
{
	const bool plus_is_space = iri_plus_is_space(parts->of[IRI_SCHEME]);
	struct iri_query *const q = self->query;

	if (e->operation == QUERY_REPLACE && !query_has(self, parts->of[IRI_QUERY], e->key, plus_is_space))
		return IRI_OK;
	iri_query_begin(q, parts->of[IRI_QUERY], self->separator, plus_is_space);
	switch (e->operation) {
	case APPEND_PAIR: iri_query_append(q, e->value); break;
	case QUERY_SET:
	case QUERY_REPLACE: iri_query_set(q, e->key, e->value); break;
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

/* Encodes the path of the reference in the line s in the charset of the edit. */
static enum iri_status encode_path(struct filter *f, struct iri_str s, const struct edit *e, struct iri_parts *parts,
                                   struct iri_error *err)
{
	struct iriedit *const self = f->data;
	struct iri_str *const path = &parts->of[IRI_PATH];
	size_t off;

	iri_buf_clear(&self->scratch);
	const bool encoded = recode_encode(e->charset, *path, &self->scratch, &self->recoding, &off);
	buf_check(&f->messages, &self->scratch);
	if (!encoded)
		return filter_refuse(f, err, edits_place_of(s, *path, off),
		                     "the charset of --encode does not have this character");
	*path = edits_keep(self, &self->arena);
	return IRI_OK;
}

enum iri_status edits_apply(struct filter *f, struct iri_str s, struct edit *e, struct iri_parts *parts,
                            struct iri_error *err)
{
	struct iriedit *const self = f->data;

	switch (e->operation) {
	case SET:
	case SET_DEFAULT:
	case SET_RAW:
	case UNSET: set(self, e->values ? &e->values[e->at] : e, parts); return IRI_OK;
	case APPEND_SEGMENT: append_segment(self, e, parts); return IRI_OK;
	case RECODE: return recode_all(f, s, e, parts, err);
	case ENCODE: return encode_path(f, s, e, parts, err);
	default: return edit_query(self, e, parts, err);
	}
}

void edits_mend(struct iriedit *self, struct iri_parts *parts)
{
	for (enum iri_component c = IRI_USERINFO; c <= IRI_FRAGMENT; c++) {
		struct iri_str *const part = &parts->of[c];
		const char *p = part->p;
		if (!part->n || c == IRI_PORT || (c == IRI_HOST && *p == '['))
			continue;
		const char *const end = p + part->n;
		iri_buf_clear(&self->scratch);
		while (p < end) {
			const char *const percent = iri_find_byte(p, end, '%'), *const rest = percent + (percent < end);
			buf_add_encoded(&self->scratch, iri_between(p, percent), c, IRI_FORBID_BIDI, NULL);
			iri_buf_add(&self->scratch, percent, (size_t)(rest - percent));
			p = rest;
		}
		if (!iri_same(iri_contents(&self->scratch), *part))
			*part = edits_keep(self, &self->mended);
	}
}
