/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "links.h"

#include "fuzz.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>

void links_begin(struct links *links, struct iri_str document)
{
	links->document = document;
	links->list.n = links->references.n = 0;
}

struct link *links_put(struct links *links, const struct span *span, size_t off, size_t len)
{
	const struct link link = {
		.kind = span->kind,
		.broken = span->broken,
		.placed = span->placed,
		.off = off,
		.len = len,
		.reference = links->references.n,
		.n = span->reference.n,
	};

	iri_buf_add(&links->list, (const char *)&link, sizeof link);
	iri_buf_add(&links->references, span->reference.p, span->reference.n);
	return (void *)(links->list.p + links->list.n - sizeof link);
}

bool links_add(void *arg, struct span *span)
{
	struct links *const links = arg;
	const struct iri_str s = links->document, text = layer_origin(span->layer, span->found);

	/* A link lies in the document. */
	LAW((size_t)(text.p - s.p) <= s.n && text.n <= s.n - (size_t)(text.p - s.p));
	links_put(links, span, (size_t)(text.p - s.p), text.n);
	return true;
}

size_t links_end(const struct links *links, const struct link **list)
{
	*list = (const void *)links->list.p;
	return links->list.n / sizeof **list;
}

struct iri_str links_reference(const struct links *links, const struct link *link)
{
	return (struct iri_str){iri_contents(&links->references).p + link->reference, link->n};
}

bool same_places(const struct link *a, const struct link *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (a[i].kind != b[i].kind || a[i].off != b[i].off || a[i].len != b[i].len)
			return false;
	return true;
}

void law_of_replacement(links_search *search, const struct links *links, size_t chosen)
{
	static struct links others;
	static struct iri_buf changed;
	const struct iri_str s = links->document;
	const struct link *list, *other;
	const size_t n = links_end(links, &list);
	const struct link *const link = &list[chosen];

	if (link->len != link->n)
		return;
	changed.n = 0;
	iri_buf_add(&changed, s.p, s.n);
	char *const by = changed.p + link->off;
	for (size_t i = 0; i < link->len; i++) {
		if (!iri_is_alphanumeric(by[i]) && !strchr("/.-", by[i]))
			return;
		by[i] = by[i] >= 'b' && by[i] <= 'y' ? 'z' : by[i];
	}
	LAW(search(&others, iri_contents(&changed), &other) == n && same_places(list, other, n));
}

/* For struct finder_options */
static bool has_odd_text(void *arg, struct iri_str text, struct iri_str target)
{
	(void)arg;
	(void)target;
	return text.n % 2;
}

void law_of_labels(links_search *search, struct finder_options *o, struct iri_str s, const struct link *list,
                   size_t n, bool has_choice)
{
	static struct links links;
	const struct link *other;

	o->labels = true;
	o->differs = has_choice ? has_odd_text : NULL;
	LAW(search(&links, s, &other) == n);
	LAW(same_places(list, other, n));
	o->labels = false;
}
