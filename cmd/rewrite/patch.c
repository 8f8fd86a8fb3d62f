/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "patch.h"

#include "lib/base/array.h"
#include "lib/base/str.h"

/* What the checks of a document need */
struct patching {
	struct editor *e;
	struct iri_str document;  /* before the patches */
	struct patch *patches;
	size_t n, removed;        /* the numbers of patches, and of comments that those which are taken remove */
	bool *is_taken;           /* for each patch */
	unsigned searches;
	struct iri_buf before;    /* the links of the old document, as add_found writes them */
	struct iri_buf after;     /* those of the new one */
	union ARRAY_OF(size_t) old_comments; /* their places, before */
	union ARRAY_OF(size_t) comments; /* and after */
	union ARRAY_OF(size_t) wanted; /* the places of comments that are inserted, in the new document */
};

/* The argument of add_found */
struct patch_found {
	struct iri_buf *links, *comments;
};

/* For document_read: keeps the kind and the reference of a link, or the place of a comment. */
static bool add_found(void *arg, const struct span *span)
{
	const struct patch_found *const f = arg;
	const size_t off = (size_t)span->off;

	if (span->kind == SPAN_COMMENT) {
		iri_buf_add(f->comments, (const char *)&off, sizeof off);
		return true;
	}
	buf_add_format(f->links, "%u %zu ", (unsigned)span->kind, span->reference.n);
	iri_buf_add(f->links, span->reference.p, span->reference.n);
	return true;
}

/* Finds the links and comments of a document. Returns false if it cannot be searched. */
static bool patch_search(struct patching *p, struct iri_str document, struct iri_buf *links, struct iri_buf *comments)
{
	struct patch_found f = {links, comments};
	const struct messages *const m = p->e->lines->messages;
	struct document_options o = p->e->selection->document;

	links->n = comments->n = 0;
	o.places = false;
	o.silent = true;
	p->searches++;
	p->e->lines->memory = document;
	const enum document_result result = document_read(p->e->lines, &o, -1, p->e->name, add_found, &f);
	buf_check(m, links);
	buf_check(m, comments);
	return result == DOCUMENT_SEARCHED && !p->e->lines->charset;
}

/* Builds the document with the patches that are taken. */
static void patch_build(struct patching *p)
{
	struct editor *const e = p->e;
	size_t copied = 0;

	e->result.n = e->changes.buf.n = p->wanted.buf.n = p->removed = 0;
	for (size_t i = 0; i < p->n; i++) {
		const struct patch *const patch = &p->patches[i];
		if (!p->is_taken[i])
			continue;
		iri_buf_add(&e->result, p->document.p + copied, patch->off - copied);
		copied = patch->off + patch->len;
		p->removed += patch->removes_comment;
		const size_t comment = e->result.n + patch->comment;
		if (patch->comment != PATCH_NO_COMMENT)
			ARRAY_ADD(p->wanted, &comment);
		const struct change change = {patch->off, patch->len, e->result.n, patch->text.n};
		ARRAY_ADD(e->changes, &change);
		iri_buf_add(&e->result, patch->text.p, patch->text.n);
	}
	iri_buf_add(&e->result, p->document.p + copied, p->document.n - copied);
	buf_check(e->lines->messages, &e->result);
	buf_check(e->lines->messages, &e->changes.buf);
	buf_check(e->lines->messages, &p->wanted.buf);
}

/* Whether all wanted places are among the places of comments. Both ascend. */
static bool has_wanted(const struct patching *p)
{
	const size_t *const wanted = p->wanted.item, *const comments = p->comments.item;
	const size_t n_wanted = ARRAY_COUNT(p->wanted), n = ARRAY_COUNT(p->comments);
	size_t j = 0;

	for (size_t i = 0; i < n_wanted; i++) {
		while (j < n && comments[j] < wanted[i])
			j++;
		if (j == n || comments[j] != wanted[i])
			return false;
	}
	return n + p->removed == n_wanted + ARRAY_COUNT(p->old_comments);
}

/* Whether the document with the patches that are taken is as wanted. */
static bool is_good(struct patching *p)
{
	patch_build(p);
	return patch_search(p, iri_contents(&p->e->result), &p->after, &p->comments.buf) &&
	       iri_same(iri_contents(&p->before), iri_contents(&p->after)) && has_wanted(p);
}

static void set_taken(struct patching *p, size_t from, size_t to, bool is_taken)
{
	for (size_t i = from; i < to; i++)
		p->is_taken[i] = is_taken;
}

/* Takes those of the patches from one number up to another that are good with the others. Halves what is not. */
static void take_patches(struct patching *p, size_t from, size_t to)
{
	enum { MOST = 64 };

	if (from == to || p->searches >= MOST)
		return;
	set_taken(p, from, to, true);
	if (is_good(p))
		return;
	set_taken(p, from, to, false);
	if (to - from == 1)
		return;
	const size_t middle = from + (to - from) / 2;
	take_patches(p, from, middle);
	take_patches(p, middle, to);
}

/* Sets e->changes to the changes of `first`, which made the document, and then those in e->changes. None overlap. */
static void chain_changes(struct editor *e, const union changes *first)
{
	const struct change *a = first->item, *const a_end = a + ARRAY_COUNT(*first);
	const struct change *b = e->changes.item, *const b_end = b + ARRAY_COUNT(e->changes);
	union changes all = {0};
	size_t moved_a = 0, moved_b = 0; /* what is after the changes has moved by so many bytes, modulo SIZE_MAX + 1 */

	while (a < a_end || b < b_end) {
		const bool is_a = b == b_end || (a < a_end && a->new_off <= b->old_off);
		struct change change = is_a ? *a++ : *b++;
		*(is_a ? &moved_a : &moved_b) += change.new_len - change.old_len;
		if (is_a)
			change.new_off += moved_b;
		else
			change.old_off -= moved_a;
		ARRAY_ADD(all, &change);
	}
	buf_check(e->lines->messages, &all.buf);
	iri_buf_free(&e->changes.buf);
	e->changes = all;
}

void patch_document(struct editor *e, struct patch *patches, size_t n)
{
	struct iri_buf before = {0};
	union changes changes = e->changes;
	struct patching p = {.e = e, .patches = patches, .n = n, .document = editor_result(e)};
	struct iri_buf taken = {0};

	if (changes.buf.n) {
		before = e->result;
		e->result = (struct iri_buf){0};
	}
	e->changes.buf = (struct iri_buf){0};

	p.is_taken = (void *)iri_buf_reserve(&taken, n * sizeof *p.is_taken + 1);
	buf_check(e->lines->messages, &taken);
	set_taken(&p, 0, n, false);
	if (patch_search(&p, p.document, &p.before, &p.old_comments.buf))
		take_patches(&p, 0, n);
	for (size_t i = 0; i < n; i++)
		patches[i].is_refused = !p.is_taken[i];
	patch_build(&p);
	chain_changes(e, &changes);
	iri_buf_free(&before);
	iri_buf_free(&changes.buf);
	iri_buf_free(&taken);
	iri_buf_free(&p.before);
	iri_buf_free(&p.after);
	iri_buf_free(&p.old_comments.buf);
	iri_buf_free(&p.comments.buf);
	iri_buf_free(&p.wanted.buf);
}
