/* SPDX-License-Identifier: ISC */
/* Redirects (section 5.3.4) as a union-find structure: the members of one tree are equivalent. */
#include "redirects.h"

#include "norm.h"

#include "lib/base/str.h"
#include "lib/base/texts.h"

#include <stdlib.h>
#include <string.h>

/* An IRI. Its number is that of its text: the IRI in its normal form, without its fragment. */
struct member {
	uint32_t parent;     /* number of another member; its own number at the root */
	uint32_t size;       /* at the root: the number of members in the tree */
};

struct iri_redirects {
	struct iri_normalizer *normalizer;
	struct iri_texts texts;
	struct member *members;
	uint32_t n, room;    /* number of members, and room for them */
};

struct iri_redirects *iri_redirects_new(void)
{
	const struct iri_normalize_options options = {.uri = true, .no_fragment = true};
	struct iri_redirects *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->normalizer = iri_normalizer_new(&options);
	if (r->normalizer)
		return r;
	free(r);
	return NULL;
}

void iri_redirects_free(struct iri_redirects *r)
{
	if (!r)
		return;
	iri_normalizer_free(r->normalizer);
	iri_texts_free(&r->texts);
	free(r->members);
	free(r);
}

/* Makes room for one more member. Returns false if out of memory. */
static bool redirects_grow(struct iri_redirects *r)
{
	if (r->n < r->room)
		return true;
	const uint32_t room = r->room ? 2 * r->room : 1024;
	struct member *const members = room < UINT32_MAX / 8 ? realloc(r->members, room * sizeof *members) : NULL;
	if (!members)
		return false;
	r->members = members;
	r->room = room;
	return true;
}

/*
 * Returns the number of the member at the root of the tree of member i. Two members with the same root are equivalent.
 */
static uint32_t root_of(const struct iri_redirects *r, uint32_t i)
{
	while (r->members[i].parent != i)
		i = r->members[i].parent;
	return i;
}

/*
 * Finds the member for the IRI s, or adds one, and sets *member to its number. After an error, returns it and sets
 * *err.
 */
static enum iri_status add_member(struct iri_redirects *r, struct iri_str s, uint32_t *member, struct iri_error *err)
{
	struct iri_str form;
	struct iri_ref ref;
	enum iri_status status = iri_parse(s, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &ref, err);

	if (status == IRI_OK)
		status = iri_normalize(r->normalizer, s, &form, err);
	if (status != IRI_OK)
		return status;
	*member = redirects_grow(r) ? iri_texts_add(&r->texts, form) : IRI_TEXTS_NONE;
	if (*member == IRI_TEXTS_NONE)
		return iri_no_memory(err);
	if (*member == r->n)
		r->members[r->n++] = (struct member){*member, 1};
	return IRI_OK;
}

enum iri_status iri_redirects_add(struct iri_redirects *r, struct iri_str from, struct iri_str to,
                                  struct iri_error *err)
{
	uint32_t a, b;
	enum iri_status status = add_member(r, from, &a, err);

	if (status != IRI_OK)
		return status;
	status = add_member(r, to, &b, err);
	if (status != IRI_OK) {
		err->second = true;
		return status;
	}
	/* The smaller tree goes under the larger, so that no tree becomes deeper than log2 of its size. */
	a = root_of(r, a);
	b = root_of(r, b);
	if (a != b) {
		const uint32_t root = r->members[a].size > r->members[b].size ? a : b, under = root == a ? b : a;
		r->members[under].parent = root;
		r->members[root].size += r->members[under].size;
	}
	return IRI_OK;
}

bool iri_redirects_join(const struct iri_redirects *r, struct iri_str a, struct iri_str b)
{
	struct iri_str s[2] = {a, b}, fragment[2] = {{NULL, 0}, {NULL, 0}};
	uint32_t member[2];

	if (!r->n)
		return false;
	for (int i = 0; i < 2; i++) {
		const char *hash = memchr(s[i].p, '#', s[i].n);
		if (hash) {
			fragment[i] = iri_between(hash, s[i].p + s[i].n);
			s[i] = iri_between(s[i].p, hash);
		}
		member[i] = iri_texts_find(&r->texts, s[i]);
		if (member[i] == IRI_TEXTS_NONE)
			return false;
		member[i] = root_of(r, member[i]);
	}
	return member[0] == member[1] && iri_same(fragment[0], fragment[1]);
}
