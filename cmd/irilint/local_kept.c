/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "local_kept.h"

#include "lib/base/str.h"

#include <string.h>

/* Begins a document in l->kept. Its links follow, and then the definitions that no link uses. */
struct kept_document {
	size_t number, n_links, n_unused;
	size_t size; /* in bytes, with this struct */
	bool is_template, has_error_bytes;
};

/* Begins a link. Its texts follow, and then the places of its bytes. */
struct kept_link {
	uintmax_t off, line, block_off;
	size_t len, column, byte, definition, depth;
	size_t text, found, reference, label; /* their lengths */
	unsigned char kind, block;
	bool placed, is_name, is_asset, is_button, label_is_code, has_label, is_generated;
	bool has_found, has_reference;        /* else they are the text, or what was found */
	bool has_places;
};

/* Where a document begins in l->kept */
struct kept_at {
	size_t number, off;
};

static void keep_text(struct local *l, struct iri_str s)
{
	if (s.n)
		iri_buf_add(&l->kept, s.p, s.n);
}

static void keep_link(struct local *l, const struct local_link *link)
{
	const struct span *const s = &link->span;
	const struct kept_link k = {
		.off = s->off, .line = s->line, .block_off = s->block_off, .len = s->len, .column = s->column,
		.byte = s->byte, .definition = s->definition, .depth = s->style.n,
		.text = s->text.n, .found = s->found.n, .reference = s->reference.n, .label = s->label.n,
		.kind = (unsigned char)s->kind, .block = (unsigned char)s->block,
		.placed = s->placed, .is_name = s->is_name, .is_asset = s->is_asset, .is_button = s->is_button,
		.label_is_code = s->label_is_code, .has_label = s->label.p,
		.is_generated = link->is_generated, .has_places = link->places,
		.has_found = s->found.p != s->text.p, .has_reference = s->reference.p != s->found.p,
	};

	iri_buf_add(&l->kept, (const char *)&k, sizeof k);
	keep_text(l, s->text);
	if (k.has_found)
		keep_text(l, s->found);
	if (k.has_reference)
		keep_text(l, s->reference);
	keep_text(l, s->label);
	if (k.has_places)
		keep_text(l, (struct iri_str){(const char *)link->places, s->found.n * sizeof *link->places});
}

/* Notes where the document begins that ends l->kept, or removes it if there is too much: then none is kept after it. */
static void end_document(struct local *l, size_t start, size_t number)
{
	const struct kept_at at = {number, start};

	buf_check(local_messages(l), &l->kept);
	if (l->kept.n > LOCAL_MOST_KEPT) {
		l->kept.n = start;
		l->keeps_none = true;
		return;
	}
	ARRAY_ADD(l->kept_at, &at);
	buf_check(local_messages(l), &l->kept_at.buf);
}

void local_keep(struct local *l, size_t document)
{
	const struct local_link *const links = l->links.item;
	struct kept_document head = {
		.number = document, .n_unused = ARRAY_COUNT(l->unused),
		.is_template = l->anchors.is_template, .has_error_bytes = held_has_error_bytes(l->checker),
	};
	const size_t start = l->kept.n;

	iri_buf_add(&l->kept, (const char *)&head, sizeof head);
	for (size_t i = 0; i < ARRAY_COUNT(l->links) && l->kept.n <= LOCAL_MOST_KEPT; i++) {
		if (links[i].is_alive)
			continue;
		head.n_links++;
		keep_link(l, &links[i]);
	}
	keep_text(l, iri_contents(&l->unused.buf));
	head.size = l->kept.n - start;
	if (!l->kept.failed)
		memcpy(l->kept.p + start, &head, sizeof head);
	end_document(l, start, document);
}

void local_keep_saved(struct local *l, struct iri_str saved)
{
	while (saved.n) {
		struct kept_document head;
		const size_t start = l->kept.n;
		memcpy(&head, saved.p, sizeof head);
		keep_text(l, (struct iri_str){saved.p, head.size});
		end_document(l, start, head.number);
		saved = iri_between(saved.p + head.size, saved.p + saved.n);
	}
}

/* Returns the next n bytes at *p, and moves it after them. */
static struct iri_str next_text(const char **p, size_t n)
{
	const struct iri_str text = {*p, n};

	*p += n;
	return text;
}

/* Appends the link at *p to l->links, and moves it after that. */
static void replay_link(struct local *l, const char **p)
{
	struct local_link link = {.is_generated = false};
	struct span *const s = &link.span;
	struct kept_link k;

	memcpy(&k, next_text(p, sizeof k).p, sizeof k);
	*s = (struct span){
		.kind = (enum span_kind)k.kind, .placed = k.placed, .is_name = k.is_name, .is_asset = k.is_asset,
		.is_button = k.is_button,
		.definition = k.definition, .label_is_code = k.label_is_code, .style.n = (unsigned)k.depth,
		.off = k.off, .len = k.len, .block = (enum span_block)k.block, .block_off = k.block_off,
		.line = k.line, .column = k.column, .byte = k.byte,
	};
	link.is_generated = k.is_generated;
	s->text = next_text(p, k.text);
	s->found = k.has_found ? next_text(p, k.found) : s->text;
	s->reference = k.has_reference ? next_text(p, k.reference) : s->found;
	if (k.has_label)
		s->label = next_text(p, k.label);
	if (k.has_places) {
		struct layer_section *const places = arena_take(&l->arena, k.found * sizeof *places);
		const struct iri_str bytes = next_text(p, k.found * sizeof *places);
		if (bytes.n)
			memcpy(places, bytes.p, bytes.n);
		link.places = places;
	}
	ARRAY_ADD(l->links, &link);
}

bool local_replay(struct local *l, size_t document)
{
	const struct kept_at *const at = l->kept_at.item;
	size_t low = 0, high = ARRAY_COUNT(l->kept_at);
	const size_t n = high;
	struct kept_document head;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (at[middle].number < document)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == n || at[low].number != document)
		return false;
	const char *p = l->kept.p + at[low].off;
	memcpy(&head, next_text(&p, sizeof head).p, sizeof head);
	for (size_t i = 0; i < head.n_links; i++)
		replay_link(l, &p);
	iri_buf_add(&l->unused.buf, p, head.n_unused * sizeof(size_t));
	buf_check(local_messages(l), &l->links.buf);
	buf_check(local_messages(l), &l->unused.buf);
	l->anchors.is_template = head.is_template;
	local_report(l, true, head.has_error_bytes);
	return true;
}
