/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "ranges.h"

#include "cmd/base/space.h"
#include "cmd/filter/reference.h"
#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>
#include <string.h>

/* The beginning or the end of a finding */
struct bound {
	size_t off;     /* in bytes of the reference */
	size_t finding; /* its number */
	bool end;       /* else it is the beginning */
};

/* At the same offset, ends come before beginnings: white space that the reference lacks is between them. */
static int by_offset(const void *x, const void *y)
{
	const struct bound *a = x, *b = y;

	if (a->off != b->off)
		return a->off < b->off ? -1 : 1;
	return a->end > b->end ? -1 : a->end < b->end;
}

/* Makes room for the ranges. Returns the bounds of all findings, with ascending offsets, or NULL if out of memory. */
static struct bound *sort_bounds(struct ranges *r, struct iri_findings found)
{
	const size_t n = 2 * found.n;
	struct bound *const bounds = (void *)iri_buf_reserve(&r->bounds, n * sizeof *bounds);

	if (!bounds || !iri_buf_reserve(&r->offsets.buf, n * sizeof(size_t)) ||
	    !iri_buf_reserve(&r->ranges.buf, found.n * sizeof(struct range)))
		return NULL;
	for (size_t i = 0; i < found.n; i++) {
		bounds[2 * i] = (struct bound){found.p[i].off, i, false};
		bounds[2 * i + 1] = (struct bound){found.p[i].off + found.p[i].len, i, true};
	}
	bool sorted = true; /* as most are: findings come in their order, and few overlap */
	for (size_t i = 1; i < n; i++)
		sorted = sorted && by_offset(&bounds[i - 1], &bounds[i]) <= 0;
	if (!sorted)
		qsort(bounds, n, sizeof *bounds, by_offset);
	return bounds;
}

/* filter_locate needs ascending offsets, and message_column is fast only with these. */
const struct range *ranges_in_line(struct ranges *r, struct filter *f, struct iri_findings found)
{
	const size_t n = 2 * found.n;
	const struct bound *const bounds = sort_bounds(r, found);
	size_t *const offsets = r->offsets.item;
	struct range *const ranges = r->ranges.item;

	if (!bounds)
		return NULL;
	for (size_t i = 0; i < n; i++)
		offsets[i] = bounds[i].off;
	filter_locate(f, offsets, n);
	for (size_t i = 0; i < n; i++) {
		struct range *const range = &ranges[bounds[i].finding];
		range->off[bounds[i].end] = offsets[i];
		range->line[bounds[i].end] = f->messages.place.line;
		range->column[bounds[i].end] = message_column(&f->messages, offsets[i]);
		range->byte[bounds[i].end] = f->messages.place.column + offsets[i];
	}
	return ranges;
}

void range_walk_to(struct range_walk *w, const char *to)
{
	const char *const start = w->text.p, *const end = start + w->text.n;
	uint32_t ch;

	while (w->p < to) {
		const char c = *w->p;
		size_t n = iri_utf8_decode(w->p, end, &ch);
		n += !n;
		if (w->has_error_bytes && c == '\xFF' && end - w->p >= 2)
			n = 2;
		if (c == '\r' || (c == '\n' && !(w->p > start && w->p[-1] == '\r')))
			w->line++;
		w->column = is_line_end(c) ? 1 : w->column + 1;
		w->byte = is_line_end(c) ? 1 : w->byte + n;
		w->p += n;
	}
}

void range_set(struct range *range, unsigned side, const struct range_walk *w)
{
	range->off[side] = (size_t)(w->p - w->text.p);
	range->line[side] = w->line;
	range->column[side] = w->column;
	range->byte[side] = w->byte;
}

/* A byte of the reference, and the same byte of the link as it was found, which can have white space before it */
struct same {
	size_t ref, found;
};

/* Moves after white space that the reference lacks. */
static void skip_removed(const struct span *link, struct same *at)
{
	while (at->found < link->found.n &&
	       (at->ref == link->reference.n || link->found.p[at->found] != link->reference.p[at->ref]))
		at->found++;
}

/* Returns the place of this byte of the link in the document, after the backslash of an escape. */
static const char *start_of(const struct span *link, size_t found)
{
	if (found == link->found.n)
		return link->text.p + link->text.n;
	const struct iri_str byte = layer_origin(link->layer, (struct iri_str){link->found.p + found, 1});
	return byte.p + (byte.n == 2 && *byte.p == '\\');
}

/*
 * Changes the offsets of the bounds from those in the reference to those in the text of the link. Where the reference
 * lacks characters of the link, for instance at a line end, a finding ends before them or begins after them.
 */
static void locate_bounds(const struct span *link, struct iri_findings found, struct bound *bounds)
{
	struct same at = {0, 0};
	const char *last_end = link->text.p; /* the end of the byte before `at` */

	for (struct bound *b = bounds; b < bounds + 2 * found.n; b++) {
		for (; at.ref < b->off; at.ref++, at.found++) {
			skip_removed(link, &at);
			if (at.ref + 1 < b->off)
				continue;
			const struct iri_str byte =
				layer_origin(link->layer, (struct iri_str){link->found.p + at.found, 1});
			last_end = byte.p + byte.n;
		}
		const bool is_empty = !found.p[b->finding].len;
		if (!b->end || is_empty)
			skip_removed(link, &at);
		b->off = (size_t)((b->end && !is_empty ? last_end : start_of(link, at.found)) - link->text.p);
	}
}

const struct range *ranges_in_link(struct ranges *r, const struct span *link, bool has_error_bytes,
                                   struct iri_findings found, struct iri_str *text)
{
	const size_t n = 2 * found.n;
	struct bound *const bounds = sort_bounds(r, found);
	struct range *const ranges = r->ranges.item;
	struct range_walk w = {link->text, has_error_bytes, link->text.p, link->line, link->column, link->byte};

	if (!bounds)
		return NULL;
	*text = link->placed ? link->text : link->reference;
	if (link->placed) {
		locate_bounds(link, found, bounds);
		qsort(bounds, n, sizeof *bounds, by_offset);
	}
	for (size_t i = 0; i < n; i++) {
		struct range *const range = &ranges[bounds[i].finding];
		if (link->placed)
			range_walk_to(&w, link->text.p + bounds[i].off);
		range_set(range, bounds[i].end, &w);
		range->off[bounds[i].end] = bounds[i].off;
	}
	return ranges;
}

void ranges_free(struct ranges *r)
{
	iri_buf_free(&r->bounds);
	iri_buf_free(&r->offsets.buf);
	iri_buf_free(&r->ranges.buf);
}
