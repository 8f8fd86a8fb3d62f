/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "link_list.h"

#include "lib/base/str.h"

#include <string.h>

struct edited_link *link_list_links(const struct link_list *list)
{
	return list->links.item;
}

size_t link_list_count(const struct link_list *list)
{
	return ARRAY_COUNT(list->links);
}

struct iri_str link_list_contents(const struct link_list *list, struct link_range part)
{
	return part.len ? (struct iri_str){list->bytes.p + part.off, part.len} : (struct iri_str){"", 0};
}

struct link_range link_list_add_bytes(struct link_list *list, struct iri_str s)
{
	const struct link_range part = {list->bytes.n, s.n};

	iri_buf_add(&list->bytes, s.p, s.n);
	return part;
}

struct edited_link *link_list_next_changed(const struct link_list *list, size_t *i)
{
	struct edited_link *const links = link_list_links(list);

	while (*i < link_list_count(list))
		if (links[(*i)++].changed)
			return &links[*i - 1];
	return NULL;
}

void link_list_free(struct link_list *list)
{
	iri_buf_free(&list->links.buf);
	iri_buf_free(&list->bytes);
}

/* The argument of link_list_add */
struct collection {
	const struct link_source *from;
	struct link_list *list;
};

/* Returns the base of a link in the list. It stands there once for successive links. */
static struct link_range add_base(struct link_list *list, const struct span *span)
{
	const size_t n = link_list_count(list);
	const struct edited_link *const last = n ? &link_list_links(list)[n - 1] : NULL;

	if (!span->base.n || span->base.n > SPAN_MOST_BASE)
		return (struct link_range){0};
	if (last && iri_same(link_list_contents(list, last->base), span->base))
		return last->base;
	return link_list_add_bytes(list, span->base);
}

/* Returns the text of Markdown around a bare link if it is decoded from a part of the document; else NULL. */
static const struct layer *find_outer_layer(const struct span *span)
{
	const struct layer *l = span->layer;

	if (style_innermost(&span->style).codec != CODEC_BARE || span->style.n == 1)
		return NULL;
	for (l = l->outer; l->use.codec == CODEC_NONE;)
		l = l->outer;
	return l;
}

/* Copies the text beside a bare link in a layer of the document. */
static void copy_surroundings(struct link_list *list, const struct span *span, struct edited_link *link)
{
	enum { MOST = 512 }; /* no less than what decides how it can be written, and bounded for each link */
	const struct layer *const outer = find_outer_layer(span);

	if (!outer)
		return;
	const struct iri_str place = layer_origin_in(span->layer, outer, span->found);
	const size_t before = (size_t)(place.p - outer->text.p), after = outer->text.n - before - place.n;
	const size_t n = before < MOST ? before : MOST;
	link->before = link_list_add_bytes(list, (struct iri_str){place.p - n, n});
	link->after = link_list_add_bytes(list, (struct iri_str){place.p + place.n, after < MOST ? after : MOST});
}

/* For document_read: appends a link to the list. */
static bool link_list_add(void *arg, const struct span *span)
{
	const struct collection *const c = arg;
	const struct lines *const l = c->from->lines;
	struct edited_link link = {
		.span = *span,
		.reference = link_list_add_bytes(c->list, span->reference),
		.base = add_base(c->list, span),
		.text = {(size_t)(l->passed + (uintmax_t)(span->text.p - l->in.p)), span->text.n},
		/* The command gets each link as one line. */
		.editable = span->placed && span->kind < SPAN_KINDS && c->from->selection->kinds[span->kind] &&
		            !(span->reference.n && memchr(span->reference.p, '\n', span->reference.n)),
	};

	copy_surroundings(c->list, span, &link);
	ARRAY_ADD(c->list->links, &link);
	return true;
}

enum document_result link_list_collect(const struct link_source *from, struct iri_str document, struct link_list *list)
{
	struct collection c = {from, list};

	from->lines->memory = document;
	const enum document_result result =
		document_read(from->lines, from->options, -1, from->name, link_list_add, &c);
	selection_check(from->selection, from->lines->messages);
	buf_check(from->lines->messages, &list->links.buf);
	buf_check(from->lines->messages, &list->bytes);
	return result;
}
