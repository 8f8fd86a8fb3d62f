/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "ranges.h"

#include "cmd/base/space.h"
#include "cmd/filter/fields.h"
#include "cmd/markdown/parts.h"
#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>
#include <string.h>

/* The beginning or the end of a finding */
struct bound {
	size_t off;     /* in bytes of the reference */
	size_t finding; /* its number */
	unsigned end;   /* 0: the beginning, 1: the end */
};

/* At the same offset, beginnings come before ends. So the beginning of an empty finding comes before its end. */
static int by_offset(const void *x, const void *y)
{
	const struct bound *a = x, *b = y;

	if (a->off != b->off)
		return a->off < b->off ? -1 : 1;
	return a->end < b->end ? -1 : a->end > b->end;
}

/* Makes room for the ranges. Returns the bounds of all findings, with ascending offsets, or NULL if out of memory. */
static const struct bound *sort_bounds(struct ranges *r, struct iri_findings found)
{
	const size_t n = 2 * found.n;
	struct bound *const bounds = (void *)iri_buf_reserve(&r->bounds, n * sizeof *bounds);

	if (!bounds || !iri_buf_reserve(&r->offsets, n * sizeof(size_t)) ||
	    !iri_buf_reserve(&r->ranges, found.n * sizeof(struct range)))
		return NULL;
	for (size_t i = 0; i < found.n; i++) {
		bounds[2 * i] = (struct bound){found.p[i].off, i, 0};
		bounds[2 * i + 1] = (struct bound){found.p[i].off + found.p[i].len, i, 1};
	}
	qsort(bounds, n, sizeof *bounds, by_offset);
	return bounds;
}

/* filter_locate needs ascending offsets, and message_column is fast only with these. */
const struct range *ranges_in_line(struct ranges *r, struct filter *f, struct iri_findings found)
{
	const size_t n = 2 * found.n;
	const struct bound *const bounds = sort_bounds(r, found);
	size_t *const offsets = (void *)r->offsets.p;
	struct range *const ranges = (void *)r->ranges.p;

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
	}
	return ranges;
}

/* A walk over a link as it stands in its document and, in parallel, over its reference */
struct walk {
	const struct span *link;
	bool has_error_bytes;    /* see ranges_in_link */
	const char *p, *end;     /* in the link */
	const char *ref, *ref_end;
	uintmax_t line;          /* the place of p */
	size_t column;
	bool escaped;            /* a backslash was removed before p */
};

/*
 * Returns the length of the next unit in the reference, and sets *n to its length in the link. A unit is a character, a
 * character reference, or an error byte with the byte after it. Returns 0 if the reference lacks the unit: white space
 * or, in Markdown, a backslash.
 */
static size_t next_unit(const struct walk *w, size_t *n)
{
	const struct span_style style = w->link->style;
	const bool has_escapes = style.charrefs == CHARREF_MARKDOWN && w->link->kind != SPAN_AUTOLINK;
	const char *after;
	char utf8[4];
	struct iri_str text;
	uint32_t ch;

	if (*w->p == '&' && style.charrefs != CHARREF_NONE && !w->escaped &&
	    (after = charref_read(w->p, w->end, style.charrefs, utf8, &text)) != NULL) {
		*n = (size_t)(after - w->p);
	} else {
		*n = iri_utf8_decode(w->p, w->end, &ch);
		*n += !*n;
		if (w->has_error_bytes && *w->p == '\xFF' && w->end - w->p >= 2)
			*n = 2;
		text = (struct iri_str){w->p, *n};
		if (has_escapes && !w->escaped && parts_is_escape(w->p, w->end))
			return 0;
	}
	return text.n <= (size_t)(w->ref_end - w->ref) && !memcmp(w->ref, text.p, text.n) ? text.n : 0;
}

/* Moves over the next unit of the link, of n bytes. If it begins with ASCII, it has n columns, else one. */
static void move(struct walk *w, size_t n)
{
	const bool after_cr = w->p > w->link->text.p && w->p[-1] == '\r';

	if (*w->p == '\r' || (*w->p == '\n' && !after_cr))
		w->line++;
	if (is_line_end(*w->p))
		w->column = 1;
	else
		w->column += (unsigned char)*w->p < 0x80 ? n : 1;
	w->p += n;
}

static void set_bound(struct range *range, unsigned end, const struct walk *w)
{
	range->off[end] = (size_t)(w->p - w->link->text.p);
	range->line[end] = w->line;
	range->column[end] = w->column;
}

/*
 * Where the reference lacks characters of the link, for instance at a line end, a finding ends before them or begins
 * after them.
 */
const struct range *ranges_in_link(struct ranges *r, const struct span *link, bool has_error_bytes,
                                   struct iri_findings found, struct iri_str *text)
{
	const struct bound *const bounds = sort_bounds(r, found), *bound = bounds;
	struct range *const ranges = (void *)r->ranges.p;
	const struct iri_str s = link->text, ref = link->reference;
	/* The text of an address in "<>" of Markdown lacks the scheme. */
	const size_t before = link->style.is_address ? strlen("mailto:") : 0;
	struct walk w = {.link = link, .has_error_bytes = has_error_bytes, .p = s.p, .end = s.p + s.n,
	                 .ref = ref.p + before, .ref_end = ref.p + ref.n, .line = link->line, .column = link->column};

	if (!bounds)
		return NULL;
	*text = link->placed ? s : ref;
	for (size_t i = 0; i < found.n; i++)
		ranges[i] = (struct range){.off = {found.p[i].off, found.p[i].off + found.p[i].len},
		                           .line = {link->line, link->line}, .column = {link->column, link->column}};
	while (link->placed && bound < bounds + 2 * found.n) {
		const size_t at = (size_t)(w.ref - ref.p);
		const struct walk first = w;
		size_t n = 0, meant = 0;
		while (w.p < w.end && !(meant = next_unit(&w, &n))) {
			w.escaped = *w.p == '\\';
			move(&w, n);
		}
		/* A finding that begins inside the unit begins with it. At the end of the link, all bounds are set. */
		for (; bound < bounds + 2 * found.n; bound++) {
			if (w.p < w.end && bound->off >= at + (bound->end ? 1 : meant))
				break;
			struct range *const range = &ranges[bound->finding];
			const bool ends_before = bound->end && range->off[0] < (size_t)(first.p - s.p);
			set_bound(range, bound->end, ends_before ? &first : &w);
		}
		if (w.p < w.end)
			move(&w, n);
		w.ref += meant;
		w.escaped = false;
	}
	return ranges;
}

void ranges_free(struct ranges *r)
{
	iri_buf_free(&r->bounds);
	iri_buf_free(&r->offsets);
	iri_buf_free(&r->ranges);
}
