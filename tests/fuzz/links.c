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

bool links_add(void *arg, struct span *span)
{
	struct links *const links = arg;
	const struct iri_str s = links->document, text = layer_origin(span->layer, span->found);
	const struct link link = {
		.kind = span->kind,
		.broken = span->broken,
		.placed = span->placed,
		.off = (size_t)(text.p - s.p),
		.len = text.n,
		.reference = links->references.n,
		.n = span->reference.n,
	};

	if (link.off > s.n || link.len > s.n - link.off)
		law_broken(__FILE__, __LINE__, "a link lies in the document", s);
	iri_buf_add(&links->list, (const char *)&link, sizeof link);
	iri_buf_add(&links->references, span->reference.p, span->reference.n);
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

bool links_change(const struct links *links, const struct link *link, struct iri_buf *changed)
{
	changed->n = 0;
	iri_buf_add(changed, links->document.p, links->document.n);
	char *const by = changed->p + link->off;
	for (size_t i = 0; i < link->len; i++) {
		if (!iri_is_alphanumeric(by[i]) && !strchr("/.-", by[i]))
			return false;
		by[i] = by[i] >= 'b' && by[i] <= 'y' ? 'z' : by[i];
	}
	return true;
}
