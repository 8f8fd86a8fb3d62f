/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc_attributes.h"

#include "cmd/markup/asciidoc_target.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/* Returns the name in lower case, without what can be no part of it. */
static struct iri_str attribute_key(struct asciidoc_attributes *a, struct iri_str name)
{
	iri_buf_clear(&a->key);
	for (size_t i = 0; i < name.n; i++)
		if (asciidoc_is_word(name.p[i]) || name.p[i] == '-')
			iri_buf_putc(&a->key, iri_lower(name.p[i]));
	a->failed = a->failed || a->key.failed;
	return iri_contents(&a->key);
}

/* Returns the end of the reference {name} at p, or p if there is none. */
static const char *use_end(const char *p, const char *end)
{
	const char *q = p + 1;

	if (*p != '{')
		return p;
	while (q < end && (asciidoc_is_word(*q) || (*q == '-' && q > p + 1)))
		q++;
	return q > p + 1 && q < end && *q == '}' ? q + 1 : p;
}

/* Returns the value of the attribute of a reference, or NULL. */
static const struct asciidoc_value *used_value(struct asciidoc_attributes *a, struct iri_str reference)
{
	const struct iri_str name = {reference.p + 1, reference.n - 2};
	const uint32_t number = name.n <= SPAN_MOST_LABEL ? iri_texts_find(&a->names, attribute_key(a, name))
	                                                  : IRI_TEXTS_NONE;

	if (number == IRI_TEXTS_NONE || number >= ARRAY_COUNT(a->values) || !a->values.item[number].is_set)
		return NULL;
	return &a->values.item[number];
}

/* Appends s to `to`, with references replaced, up to about the length of a label. */
static void add_expanded(struct asciidoc_attributes *a, struct iri_str s, struct iri_buf *to)
{
	const char *const end = s.p + s.n, *stop;

	for (const char *p = s.p; p < end && to->n <= SPAN_MOST_LABEL; p = stop) {
		const bool is_escaped = *p == '\\' && end - p > 1 && use_end(p + 1, end) > p + 1;
		p += is_escaped;
		stop = use_end(p, end);
		const struct asciidoc_value *const v =
			stop > p && !is_escaped ? used_value(a, iri_between(p, stop)) : NULL;
		stop += stop == p;
		if (v)
			iri_buf_add(to, a->text.p + v->off, v->n);
		else
			iri_buf_add(to, p, (size_t)(stop - p));
	}
	a->failed = a->failed || to->failed;
}

void asciidoc_define(struct asciidoc_attributes *a, struct iri_str name, struct iri_str value, bool is_link)
{
	const bool is_unset = name.n && (*name.p == '!' || name.p[name.n - 1] == '!');

	if (name.n > SPAN_MOST_LABEL)
		return;
	const uint32_t number = iri_texts_add(&a->names, attribute_key(a, name));
	a->failed = a->failed || number == IRI_TEXTS_NONE;
	while (!a->failed && ARRAY_COUNT(a->values) <= number) {
		ARRAY_ADD(a->values, &(struct asciidoc_value){0});
		a->failed = a->values.buf.failed;
	}
	if (a->failed)
		return;
	iri_buf_clear(&a->expanded);
	add_expanded(a, value, &a->expanded);
	a->values.item[number] = (struct asciidoc_value){
		.off = a->text.n,
		.n = a->expanded.n,
		.is_set = !is_unset && a->expanded.n <= SPAN_MOST_LABEL,
		.definition = is_link ? a->definitions : 0,
	};
	iri_buf_add(&a->text, a->expanded.p, a->expanded.n);
	a->failed = a->failed || a->text.failed;
}

struct iri_str asciidoc_next_definition(struct asciidoc_attributes *a)
{
	struct iri_str text;

	uses_get(&a->uses, a->definitions++, &text);
	return text;
}

void asciidoc_expand(struct asciidoc_attributes *a, struct iri_buf *text)
{
	if (!text->n || !memchr(text->p, '{', text->n))
		return;
	iri_buf_clear(&a->expanded);
	add_expanded(a, iri_contents(text), &a->expanded);
	iri_buf_clear(text);
	iri_buf_add(text, a->expanded.p, a->expanded.n);
}

void asciidoc_use(struct asciidoc_attributes *a, const struct finder_options *o, struct iri_str target,
                  struct iri_str text)
{
	const char *const end = target.p + target.n, *const stop = target.n ? use_end(target.p, end) : target.p;
	const struct asciidoc_value *const v = stop > target.p ? used_value(a, iri_between(target.p, stop)) : NULL;

	if (!v || !v->definition)
		return;
	iri_buf_clear(&a->expanded);
	iri_buf_add(&a->expanded, a->text.p + v->off, v->n);
	iri_buf_add(&a->expanded, stop, (size_t)(end - stop));
	a->failed = a->failed || a->expanded.failed;
	if (!a->failed)
		uses_keep(&a->uses, o, v->definition - 1, text, iri_contents(&a->expanded));
}

void asciidoc_read_again(struct asciidoc_attributes *a)
{
	a->collects = false;
	a->definitions = 0;
	iri_buf_clear(&a->text);
	for (size_t i = 0; i < ARRAY_COUNT(a->values); i++)
		a->values.item[i] = (struct asciidoc_value){0};
}

bool asciidoc_attributes_failed(const struct asciidoc_attributes *a)
{
	return a->failed || uses_failed(&a->uses);
}

void asciidoc_attributes_free(struct asciidoc_attributes *a)
{
	iri_texts_free(&a->names);
	iri_buf_free(&a->values.buf);
	iri_buf_free(&a->text);
	iri_buf_free(&a->key);
	iri_buf_free(&a->expanded);
	uses_free(&a->uses);
}
