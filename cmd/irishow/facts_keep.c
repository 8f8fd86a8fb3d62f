/* SPDX-License-Identifier: ISC */
#include "facts_internal.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"

const void *facts_keep_array(struct facts_finder *f, struct iri_buf *b)
{
	buf_check(f->messages, b);
	const void *const items = arena_copy(&f->arena, iri_contents(b)).p;
	iri_buf_free(b);
	return items;
}

void facts_add_item(struct iri_buf *b, const void *item, size_t size)
{
	iri_buf_add(b, item, size);
}

struct iri_str facts_keep(struct facts_finder *f, const struct iri_buf *b)
{
	buf_check(f->messages, b);
	return arena_copy(&f->arena, iri_contents(b));
}

struct iri_str facts_lower(struct facts_finder *f, struct iri_str s)
{
	if (!s.p)
		return s;
	f->text.n = 0;
	for (size_t i = 0; i < s.n; i++)
		iri_buf_putc(&f->text, iri_lower(s.p[i]));
	return facts_keep(f, &f->text);
}

/* A walk through a component, for facts_text_escaped() */
