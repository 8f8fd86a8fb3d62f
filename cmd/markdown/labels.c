/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "labels.h"

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

void labels_add_normal(struct iri_str label, struct iri_buf *out)
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

void labels_add(struct labels *labels, struct iri_str label)
{
	labels_add_normal(label, &labels->text);
	ARRAY_ADD(labels->ends, &labels->text.n);
}

/* Compares two labels. */
static int labels_compare(const void *a, const void *b)
{
	const struct iri_str *const x = a, *const y = b;
	const int order = memcmp(x->p, y->p, x->n < y->n ? x->n : y->n);

	return order ? order : (x->n > y->n) - (x->n < y->n);
}

/* For the list: of equal labels, the one that was added first comes first. */
static int labels_order(const void *a, const void *b)
{
	const int order = labels_compare(a, b);
	const char *const x = ((const struct iri_str *)a)->p, *const y = ((const struct iri_str *)b)->p;

	return order ? order : (x > y) - (x < y);
}

void labels_sort(struct labels *labels)
{
	const size_t *const ends = labels->ends.item;
	const size_t n = ARRAY_COUNT(labels->ends);
	size_t start = 0;

	for (size_t i = 0; i < n && !labels->text.failed; i++) {
		const struct iri_str label = {labels->text.p + start, ends[i] - start};
		ARRAY_ADD(labels->list, &label);
		start = ends[i];
	}
	for (size_t i = 0; i < ARRAY_COUNT(labels->list); i++)
		iri_buf_putc(&labels->used, false);
	if (labels->list.buf.n)
		qsort(labels->list.item, ARRAY_COUNT(labels->list), sizeof(struct iri_str), labels_order);
}

/* Returns the element of the list that equals the key, or NULL. Of several, it always is the same. */
static const struct iri_str *labels_find(const struct labels *labels, struct iri_str key)
{
	return labels->list.item
	               ? bsearch(&key, labels->list.item, ARRAY_COUNT(labels->list), sizeof key, labels_compare)
	               : NULL;
}

bool labels_has(struct labels *labels, struct iri_str label)
{
	if (!labels->list.buf.n)
		return false;
	labels->key.n = 0;
	labels_add_normal(label, &labels->key);
	const struct iri_str *const found = labels_find(labels, iri_contents(&labels->key));
	if (found && !labels->used.failed)
		labels->used.p[found - labels->list.item] = true;
	return found;
}

bool labels_is_used(const struct labels *labels, size_t number)
{
	const size_t *const ends = labels->ends.item;
	const size_t start = number ? ends[number - 1] : 0;
	const struct iri_str *const found =
		labels_find(labels, (struct iri_str){labels->text.p + start, ends[number] - start});

	return found && labels->used.p[found - labels->list.item];
}

bool labels_number(struct labels *labels, struct iri_str label, size_t *number)
{
	const struct iri_str *const list = labels->list.item;
	size_t low = 0, high = ARRAY_COUNT(labels->list);

	labels->key.n = 0;
	labels_add_normal(label, &labels->key);
	const struct iri_str key = iri_contents(&labels->key);
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (labels_compare(&list[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == ARRAY_COUNT(labels->list) || !iri_same(list[low], key))
		return false;
	const size_t end = (size_t)(list[low].p - labels->text.p) + list[low].n;
	size_t least = 0;
	for (size_t most = ARRAY_COUNT(labels->ends); least < most;) {
		const size_t middle = least + (most - least) / 2;
		if (labels->ends.item[middle] < end)
			least = middle + 1;
		else
			most = middle;
	}
	*number = least;
	return true;
}

bool labels_failed(const struct labels *labels)
{
	return labels->text.failed || labels->ends.buf.failed || labels->list.buf.failed || labels->used.failed ||
	       labels->key.failed;
}

void labels_free(struct labels *labels)
{
	iri_buf_free(&labels->text);
	iri_buf_free(&labels->ends.buf);
	iri_buf_free(&labels->list.buf);
	iri_buf_free(&labels->used);
	iri_buf_free(&labels->key);
}
