/* SPDX-License-Identifier: ISC */
/* The comparison ladder (section 5.3): what norm.c makes of both operands is compared, rung by rung. */
#include "iri.h"
#include "siphash.h"
#include "str.h"

#include <stdlib.h>
#include <string.h>

/* The normal form of s, in buf. */
static enum iri_status normal_form(struct iri_normalizer *n, struct iri_str s, struct iri_buf *buf, struct iri_error *err)
{
	buf->n = 0;
	enum iri_status status = iri_normalize(n, s, buf, err);
	if (status == IRI_UNCHANGED)
		iri_buf_add(buf, s.p, s.n);
	if (status <= IRI_UNCHANGED && !buf->failed)
		return IRI_OK;
	if (buf->failed)
		*err = (struct iri_error){.status = IRI_NO_MEMORY};
	return err->status;
}

/*
 * Redirects: each IRI, in its normal form without fragment, is a member; members form trees, and those of a tree
 * a class (union-find). A table of slots finds a member by its text.
 */
struct member {
	size_t text, n;      /* in `texts` */
	uint32_t parent;     /* another member, or itself at the root */
	uint32_t size;       /* at the root: how many there are in the tree */
	uint32_t hash;
};

struct iri_redirects {
	struct iri_normalizer normalizer;
	struct iri_buf texts, form;
	struct member *members;
	uint32_t n, room;
	uint32_t *slots;     /* number of the member + 1, or 0 */
	uint32_t n_slots;    /* a power of two, at least twice n */
	unsigned char key[SIPHASH_KEY]; /* of the hash */
};

struct iri_redirects *iri_redirects_new(const unsigned char key[IRI_REDIRECTS_KEY])
{
	struct iri_redirects *r = calloc(1, sizeof *r);

	if (r) {
		r->normalizer.level = IRI_BY_SCHEME;
		r->normalizer.uri = true;
		r->normalizer.no_fragment = true;
		memcpy(r->key, key, sizeof r->key);
	}
	return r;
}

void iri_redirects_free(struct iri_redirects *r)
{
	if (!r)
		return;
	iri_normalizer_release(&r->normalizer);
	iri_buf_free(&r->texts);
	iri_buf_free(&r->form);
	free(r->members);
	free(r->slots);
	free(r);
}

static uint32_t hash_of(const struct iri_redirects *r, struct iri_str s)
{
	return (uint32_t)iri_siphash(r->key, s, 1, 3);
}

/* The slot of this text, or the free one where it belongs. */
static uint32_t *slot_of(const struct iri_redirects *r, struct iri_str s, uint32_t hash)
{
	for (uint32_t i = hash;; i++) {
		uint32_t *slot = &r->slots[i & (r->n_slots - 1)];
		if (!*slot)
			return slot;
		const struct member *m = &r->members[*slot - 1];
		if (m->hash == hash && m->n == s.n && !memcmp(r->texts.p + m->text, s.p, s.n))
			return slot;
	}
}

static bool grow(struct iri_redirects *r)
{
	if (r->n == r->room) {
		uint32_t room = r->room ? 2 * r->room : 1024;
		struct member *members = room < UINT32_MAX / 8 ? realloc(r->members, room * sizeof *members) : NULL;
		if (!members)
			return false;
		r->members = members;
		r->room = room;
	}
	if (r->n_slots < 2 * r->room) {
		free(r->slots);
		r->n_slots = 2 * r->room;
		r->slots = calloc(r->n_slots, sizeof *r->slots);
		if (!r->slots)
			return false;
		for (uint32_t i = 0; i < r->n; i++) {
			const struct member *m = &r->members[i];
			*slot_of(r, (struct iri_str){r->texts.p + m->text, m->n}, m->hash) = i + 1;
		}
	}
	return true;
}

/* The member at the root of the tree, which stands for its class. */
static uint32_t root_of(const struct iri_redirects *r, uint32_t i)
{
	while (r->members[i].parent != i)
		i = r->members[i].parent;
	return i;
}

/* The member for an IRI, a new one if need be, in *member. */
static enum iri_status add_member(struct iri_redirects *r, struct iri_str s, uint32_t *member, struct iri_error *err)
{
	struct iri_ref ref;
	enum iri_status status = iri_parse(s, IRI_WITH_SCHEME | IRI_NO_BIDI, &ref, err);

	if (status == IRI_OK)
		status = normal_form(&r->normalizer, s, &r->form, err);
	if (status != IRI_OK)
		return status;
	const struct iri_str form = iri_contents(&r->form);
	const uint32_t hash = hash_of(r, form);
	const size_t text = r->texts.n;
	if (!grow(r))
		goto no_memory;
	uint32_t *slot = slot_of(r, form, hash);
	if (!*slot) {
		iri_buf_add(&r->texts, form.p, form.n);
		if (r->texts.failed)
			goto no_memory;
		r->members[r->n] = (struct member){text, form.n, r->n, 1, hash};
		*slot = ++r->n;
	}
	*member = *slot - 1;
	return IRI_OK;

no_memory:
	*err = (struct iri_error){.status = IRI_NO_MEMORY};
	return IRI_NO_MEMORY;
}

enum iri_status iri_redirects_add(struct iri_redirects *r, struct iri_str from, struct iri_str to, bool *second,
                                  struct iri_error *err)
{
	uint32_t a, b;
	enum iri_status status = add_member(r, from, &a, err);

	*second = status == IRI_OK;
	if (status == IRI_OK)
		status = add_member(r, to, &b, err);
	if (status != IRI_OK)
		return status;
	/* The smaller tree goes under the larger, so that none becomes deeper than log2 of its members. */
	a = root_of(r, a);
	b = root_of(r, b);
	if (a != b) {
		const uint32_t root = r->members[a].size > r->members[b].size ? a : b, under = root == a ? b : a;
		r->members[under].parent = root;
		r->members[root].size += r->members[under].size;
	}
	return IRI_OK;
}

/* Whether two normal forms are of one class; fragments have to be the same. */
static bool redirect_joins(const struct iri_redirects *r, struct iri_str a, struct iri_str b)
{
	struct iri_str s[2] = {a, b}, fragment[2] = {{NULL, 0}, {NULL, 0}};
	uint32_t member[2];

	if (!r->n)
		return false;
	for (int i = 0; i < 2; i++) {
		const char *hash = memchr(s[i].p, '#', s[i].n);
		if (hash) {
			fragment[i] = (struct iri_str){hash, s[i].n - (size_t)(hash - s[i].p)};
			s[i].n = (size_t)(hash - s[i].p);
		}
		const uint32_t *slot = slot_of(r, s[i], hash_of(r, s[i]));
		if (!*slot)
			return false;
		member[i] = root_of(r, *slot - 1);
	}
	return member[0] == member[1] && iri_same(fragment[0], fragment[1]);
}

void iri_comparer_release(struct iri_comparer *c)
{
	iri_normalizer_release(&c->normalizer);
	for (int i = 0; i < 2; i++) {
		iri_buf_free(&c->operands[i]);
		iri_buf_free(&c->forms[i]);
	}
}

/* What is compared: the operand resolved if there is a base, and without fragment if it does not count. */
static enum iri_status prepare(struct iri_comparer *c, struct iri_str *s, struct iri_buf *buf, bool *relative,
                               struct iri_error *err)
{
	struct iri_ref ref;
	enum iri_status status = iri_parse(*s, IRI_REFERENCE | IRI_NO_BIDI, &ref, err);

	if (status != IRI_OK)
		return status;
	*relative = !ref.scheme.p && !c->base;
	if (c->no_fragment && ref.fragment.p) {
		s->n = (size_t)(ref.fragment.p - 1 - s->p);
		ref.fragment = (struct iri_str){NULL, 0};
		ref.text = *s;
	}
	if (c->base && !ref.scheme.p) {
		buf->n = 0;
		status = iri_resolve(c->base, &ref, false, buf);
		*s = iri_contents(buf);
	}
	if (status != IRI_OK)
		*err = (struct iri_error){.status = status};
	return status;
}

static enum iri_component first_difference(struct iri_str a, struct iri_str b)
{
	struct iri_ref x, y;
	struct iri_error err;

	if (iri_parse(a, IRI_REFERENCE, &x, &err) != IRI_OK || iri_parse(b, IRI_REFERENCE, &y, &err) != IRI_OK)
		return IRI_PATH; /* can't be */
	const struct iri_str parts[][2] = {[IRI_SCHEME] = {x.scheme, y.scheme}, [IRI_USERINFO] = {x.userinfo, y.userinfo},
	                                   [IRI_HOST] = {x.host, y.host},       [IRI_PORT] = {x.port, y.port},
	                                   [IRI_PATH] = {x.path, y.path},       [IRI_QUERY] = {x.query, y.query}};
	for (enum iri_component i = IRI_SCHEME; i <= IRI_QUERY; i++)
		if (!iri_same(parts[i][0], parts[i][1]))
			return i;
	return IRI_FRAGMENT;
}

enum iri_status iri_compare(struct iri_comparer *c, struct iri_str a, struct iri_str b, struct iri_comparison *result,
                            struct iri_error *err)
{
	struct iri_str s[2] = {iri_present(a), iri_present(b)};
	bool relative[2];

	*result = (struct iri_comparison){.rung = IRI_DIFFERENT};
	for (int i = 0; i < 2; i++) {
		enum iri_status status = prepare(c, &s[i], &c->operands[i], &relative[i], err);
		result->second = i;
		if (status != IRI_OK)
			return status;
	}
	if (iri_same(s[0], s[1])) {
		result->rung = IRI_STRING;
		return IRI_OK;
	}
	if (relative[0] || relative[1]) {
		result->second = !relative[0];
		*err = (struct iri_error){.status = IRI_NO_SCHEME, .where = IRI_SCHEME};
		return IRI_NO_SCHEME;
	}
	c->normalizer.uri = true;
	for (enum iri_rung rung = IRI_SYNTAX; rung <= IRI_BY_SCHEME; rung++) {
		c->normalizer.level = rung;
		for (int i = 0; i < 2; i++) {
			enum iri_status status = normal_form(&c->normalizer, s[i], &c->forms[i], err);
			result->second = i;
			if (status != IRI_OK)
				return status;
		}
		if (iri_same(iri_contents(&c->forms[0]), iri_contents(&c->forms[1]))) {
			result->rung = rung;
			return IRI_OK;
		}
	}
	if (c->redirects && redirect_joins(c->redirects, iri_contents(&c->forms[0]), iri_contents(&c->forms[1])))
		result->rung = IRI_PROTOCOL;
	else
		result->component = first_difference(iri_contents(&c->forms[0]), iri_contents(&c->forms[1]));
	return IRI_OK;
}
