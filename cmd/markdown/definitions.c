/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "definitions.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>
#include <utf8proc.h>

/* Appends the full case folding of a character, which has at most three. */
static void add_folded(uint32_t ch, struct iri_buf *out)
{
	utf8proc_int32_t form[8];
	utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)ch, form, sizeof form / sizeof *form,
	                                             UTF8PROC_CASEFOLD, NULL);

	if (n <= 0) {
		form[0] = (utf8proc_int32_t)ch;
		n = 1;
	}
	for (utf8proc_ssize_t i = 0; i < n; i++) {
		char bytes[4];
		iri_buf_add(out, bytes, iri_utf8_encode((uint32_t)form[i], bytes));
	}
}

void definitions_add_normal(struct iri_str label, struct iri_buf *out)
{
	const char *p = label.p, *const end = p + label.n;
	const size_t start = out->n;
	bool space = false;

	while (p < end) {
		uint32_t ch;
		if (is_space(*p)) {
			space = true;
			p++;
			continue;
		}
		if (space && out->n > start)
			iri_buf_putc(out, ' ');
		space = false;
		const size_t n = iri_utf8_decode(p, end, &ch);
		if (n < 2)
			iri_buf_putc(out, iri_lower(*p));
		else
			add_folded(ch, out);
		p += n ? n : 1;
	}
}

void definitions_add(struct definitions *d, struct iri_str label)
{
	definitions_add_normal(label, &d->text);
	ARRAY_ADD(d->ends, &d->text.n);
}

/* Compares two labels. */
static int definitions_compare(const void *a, const void *b)
{
	const struct iri_str *const x = a, *const y = b;
	const int order = memcmp(x->p, y->p, x->n < y->n ? x->n : y->n);

	return order ? order : (x->n > y->n) - (x->n < y->n);
}

/* For the list: of equal labels, the one that was added first comes first. */
static int definitions_order(const void *a, const void *b)
{
	const int order = definitions_compare(a, b);
	const char *const x = ((const struct iri_str *)a)->p, *const y = ((const struct iri_str *)b)->p;

	return order ? order : (x > y) - (x < y);
}

void definitions_sort(struct definitions *d)
{
	const size_t *const ends = d->ends.item;
	const size_t n = ARRAY_COUNT(d->ends);
	size_t start = 0;

	for (size_t i = 0; i < n && !d->text.failed; i++) {
		const struct iri_str label = {d->text.p + start, ends[i] - start};
		ARRAY_ADD(d->list, &label);
		start = ends[i];
	}
	for (size_t i = 0; i < ARRAY_COUNT(d->list); i++)
		iri_buf_putc(&d->used, false);
	if (d->list.buf.n)
		qsort(d->list.item, ARRAY_COUNT(d->list), sizeof(struct iri_str), definitions_order);
}

/* Returns the first element of the list that equals the key, or NULL. */
static const struct iri_str *definitions_find(const struct definitions *d, struct iri_str key)
{
	const struct iri_str *const list = d->list.item;
	size_t low = 0, high = ARRAY_COUNT(d->list);

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (definitions_compare(&list[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < ARRAY_COUNT(d->list) && iri_same(list[low], key) ? &list[low] : NULL;
}

bool definitions_has(struct definitions *d, struct iri_str label)
{
	if (!d->list.buf.n)
		return false;
	d->key.n = 0;
	definitions_add_normal(label, &d->key);
	const struct iri_str *const found = definitions_find(d, iri_contents(&d->key));
	if (found && !d->used.failed)
		d->used.p[found - d->list.item] = true;
	return found;
}

bool definitions_is_used(const struct definitions *d, size_t number)
{
	const size_t *const ends = d->ends.item;
	const size_t start = number ? ends[number - 1] : 0;
	const struct iri_str label = {d->text.p + start, ends[number] - start};
	const struct iri_str *const found = definitions_find(d, label);

	return found && found->p == label.p && d->used.p[found - d->list.item];
}

bool definitions_number(struct definitions *d, struct iri_str label, size_t *number)
{
	d->key.n = 0;
	definitions_add_normal(label, &d->key);
	const struct iri_str *const found = definitions_find(d, iri_contents(&d->key));
	if (!found)
		return false;
	const size_t end = (size_t)(found->p - d->text.p) + found->n;
	size_t least = 0;
	for (size_t most = ARRAY_COUNT(d->ends); least < most;) {
		const size_t middle = least + (most - least) / 2;
		if (d->ends.item[middle] < end)
			least = middle + 1;
		else
			most = middle;
	}
	*number = least;
	return true;
}

void definitions_free(struct definitions *d)
{
	iri_buf_free(&d->text);
	iri_buf_free(&d->ends.buf);
	iri_buf_free(&d->list.buf);
	iri_buf_free(&d->used);
	iri_buf_free(&d->key);
}
