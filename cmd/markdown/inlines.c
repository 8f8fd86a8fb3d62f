/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "inlines.h"

#include "scanners.h"
#include "tags.h"

/*
 * The text is read once, from left to right. Code, autolinks and raw HTML bind more tightly than brackets. Each "["
 * waits on a stack for its "]". Sections are those of CommonMark 0.31.2.
 */

/* The text that is being read */
struct inline_reading {
	struct inlines *n;
	const char *start, *end;
	const char *escaped;       /* the end of the last escape */
	/* The openers in n->openers with a lower number cannot begin a link, since a link stands behind them. */
	size_t inactive;
	const char *last_opener;   /* the last "[" */
	bool has_runs;             /* n->runs is set */
	bool comment_unended;      /* no comment of MDX ends in the rest of the text */
	struct tags_unended unended;
};

/* An opener in n->openers: the offset of "[", times two, plus one for an image. */
enum { OPENER_IMAGE = 1 };

static void add_item(struct inline_reading *r, enum inline_kind kind, const char *p, const char *end)
{
	const struct inline_item item = {(size_t)(p - r->start), (size_t)(end - r->start), kind};

	ARRAY_ADD(r->n->items, &item);
}

/* Adds a link, in place of those that are in it. */
static void inlines_add_link(struct inline_reading *r, const char *p, const char *end)
{
	struct inlines *const n = r->n;
	const struct inline_link link = {(size_t)(p - r->start), (size_t)(end - r->start)};

	while (n->links.buf.n && n->links.item[ARRAY_COUNT(n->links) - 1].start > link.start)
		n->links.buf.n -= sizeof link;
	ARRAY_ADD(n->links, &link);
}

static const char *run_end(const char *p, const char *end)
{
	while (p < end && *p == '`')
		p++;
	return p;
}

/* Sets n->runs: for each length of runs of backquotes, where the last run of this length ends. */
static void find_runs(struct inline_reading *r)
{
	struct inlines *const n = r->n;

	n->runs.buf.n = 0;
	for (const char *p = r->start; (p = iri_find_byte(p, r->end, '`')) < r->end;) {
		const char *const end = run_end(p, r->end);
		const size_t length = (size_t)(end - p), off = (size_t)(end - r->start);
		while (ARRAY_COUNT(n->runs) <= length && !n->runs.buf.failed)
			ARRAY_ADD(n->runs, &(size_t){0});
		if (!n->runs.buf.failed)
			n->runs.item[length] = off;
		p = end;
	}
	r->has_runs = true;
}

/* Reads the code that begins with the backquotes at p (section 6.1), or only them. Returns where to go on. */
static const char *read_code(struct inline_reading *r, const char *p)
{
	const char *const after = run_end(p, r->end);
	const size_t length = (size_t)(after - p);

	if (!r->has_runs)
		find_runs(r);
	if (r->n->runs.buf.failed)
		return after;
	/* After an escaped backquote, p is within a run that was longer. */
	const size_t *const last = r->n->runs.item;
	if (length >= ARRAY_COUNT(r->n->runs) || last[length] <= (size_t)(after - r->start))
		return after;
	const char *q = after, *end;
	do {
		q = iri_find_byte(q, r->end, '`');
		end = run_end(q, r->end);
		if ((size_t)(end - q) == length)
			break;
		q = end;
	} while (q < r->end);
	add_item(r, INLINE_CODE, p, end);
	return end;
}

/*
 * Reads the autolink or the raw HTML at "<", or only that. Returns where to go on (sections 6.5 and 6.6). MDX has no
 * autolinks.
 */
static const char *read_less(struct inline_reading *r, const char *p)
{
	bool is_address;
	const char *end = r->n->is_mdx ? NULL : scan_autolink(p + 1, r->end, &is_address);

	if (end) {
		add_item(r, is_address ? INLINE_ADDRESS : INLINE_AUTOLINK, p + 1, end);
		return end + 1;
	}
	end = tags_end(p, r->end, &r->unended);
	if (!end)
		return p + 1;
	add_item(r, INLINE_HTML, p, end);
	return end;
}

/* Reads the comment of MDX that may begin with the "{" at p. Returns where to go on. */
static const char *read_brace(struct inline_reading *r, const char *p)
{
	const char *end = NULL;

	if (!r->comment_unended && scan_begins(p, r->end, "{/*")) {
		end = scan_find_after(p + 3, r->end, "*/}");
		r->comment_unended = !end;
	}
	if (!end)
		return p + 1;
	add_item(r, INLINE_COMMENT, p, end);
	return end;
}

static const char *read_opener(struct inline_reading *r, const char *p)
{
	/* GitHub has no image whose description begins with "^", so that "![^1]" can be a footnote after "!". */
	const bool is_image = p > r->start && p[-1] == '!' && p > r->escaped && !(r->end - p >= 2 && p[1] == '^');
	const size_t opener = 2 * (size_t)(p - r->start) + (is_image ? OPENER_IMAGE : 0);

	ARRAY_ADD(r->n->openers, &opener);
	r->last_opener = p;
	r->n->has_brackets = true;
	return p + 1;
}

/*
 * If the parts of an inline link stand at p, a "(": sets *destination, and returns the place after ")". Else returns
 * NULL (section 6.3).
 */
static const char *inline_end(const char *p, const char *end, struct iri_str *destination)
{
	p = scan_destination(scan_skip_space(p + 1, end), end, destination);
	if (!p)
		return NULL;
	const char *after = scan_skip_space(p, end);
	if (after > p && after < end && strchr("\"'(", *after)) {
		after = scan_title(after, end);
		after = after ? scan_skip_space(after, end) : end;
	}
	return after < end && *after == ')' ? after + 1 : NULL;
}

/*
 * If the "]" at p ends a link to a definition, returns the place after the link, else NULL. text: behind the "[" that
 * matches. may_be_label: no other "[" stands between
 */
static const char *reference_end(const struct inline_reading *r, const char *text, const char *p, bool may_be_label)
{
	const char *const after = p + 1;
	const bool has_bracket = after < r->end && *after == '[';
	const char *const stop = has_bracket ? scan_label_end(after + 1, r->end) : NULL;

	if (stop)
		return definitions_has(r->n->definitions, iri_between(after + 1, stop)) ? stop + 1 : NULL;
	if (!may_be_label || !r->n->definitions->list.buf.n || scan_label_end(text, r->end) != p)
		return NULL;
	if (!definitions_has(r->n->definitions, iri_between(text, p)))
		return NULL;
	return has_bracket && r->end - after >= 2 && after[1] == ']' ? after + 2 : after;
}

/* Whether the text is one that people write in brackets for other reasons, as in "[x]" and "[0]". */
static bool is_other(struct iri_str label)
{
	for (size_t i = 0; i < label.n; i++)
		if (!iri_is_digit(label.p[i]) && !strchr(" x,:+-", label.p[i]))
			return label.p[0] == '^' || memchr(label.p, '`', label.n) || memchr(label.p, '<', label.n) ||
			       memchr(label.p, '$', label.n);
	return true;
}

/*
 * Adds the item of a reference without a definition, if "[text][label]" looks like one; text: behind its first "[",
 * p: at the "]" after its text. In the text stands nothing but text.
 */
static void add_undefined(struct inline_reading *r, const char *text, const char *p)
{
	const struct inline_item *const items = r->n->items.item;
	const size_t n = ARRAY_COUNT(r->n->items);
	const char *const start = text - 1;

	if (r->end - p < 3 || p[1] != '[' || p[2] == '^' || r->last_opener != start ||
	    (n && items[n - 1].end > (size_t)(start - r->start)))
		return;
	const char *const stop = p[2] == ']' ? p + 2 : scan_label_end(p + 2, r->end);
	if (!stop || is_other(iri_between(text, p)) || (stop > p + 2 && is_other(iri_between(p + 2, stop))))
		return;
	if ((start > r->start && (start[-1] == ']' || start[-1] == '\\' || iri_is_word_byte(start[-1]))) ||
	    (stop + 1 < r->end && strchr("([:", stop[1])))
		return;
	add_item(r, INLINE_UNDEFINED, start, stop + 1);
}

/* Reads the link that the "]" at p may end, or only that. Returns where to go on (appendix, "Phase 2"). */
static const char *read_closer(struct inline_reading *r, const char *p)
{
	struct inlines *const n = r->n;
	struct iri_str destination;

	if (!n->openers.buf.n)
		return p + 1;
	n->openers.buf.n -= sizeof *n->openers.item;
	const size_t number = ARRAY_COUNT(n->openers), opener = n->openers.item[number];
	const bool is_image = opener & OPENER_IMAGE, is_inactive = !is_image && number < r->inactive;
	const char *const text = r->start + opener / 2 + 1;
	if (number < r->inactive)
		r->inactive = number;
	if (is_inactive)
		return p + 1;
	const char *end = r->end - p >= 2 && p[1] == '(' ? inline_end(p + 1, r->end, &destination) : NULL;
	if (end)
		add_item(r, is_image ? INLINE_IMAGE : INLINE_LINK, destination.p, destination.p + destination.n);
	else
		end = reference_end(r, text, p, r->last_opener < text);
	if (!end) {
		if (r->n->keeps_extents)
			add_undefined(r, text, p);
		return p + 1;
	}
	inlines_add_link(r, text - 1 - is_image, end);
	if (r->n->keeps_extents) {
		const struct inline_extent extent = {(size_t)(text - 1 - is_image - r->start), (size_t)(p - r->start),
		                                     (size_t)(end - r->start), is_image};
		ARRAY_ADD(r->n->extents, &extent);
	}
	/* "Links may not contain other links, at any level of nesting." */
	if (!is_image)
		r->inactive = number;
	return end;
}

/* Returns the first byte from p on that can begin something else than text, or end. */
static const char *next_special(const char *p, const char *end)
{
	static const unsigned char special[256] = {['\\'] = 1, ['`'] = 1, ['<'] = 1, ['['] = 1, [']'] = 1, ['{'] = 1};
	const unsigned char *u = (const unsigned char *)p;

	/* One test for four bytes */
	for (; end - p >= 4; p += 4, u += 4)
		if (special[u[0]] | special[u[1]] | special[u[2]] | special[u[3]])
			break;
	while (p < end && !special[(unsigned char)*p])
		p++;
	return p;
}

void inlines_read(struct inlines *n, struct iri_str text)
{
	struct inline_reading r = {.n = n, .start = text.p, .end = text.p + text.n, .escaped = text.p};

	n->extents.buf.n = n->items.buf.n = n->links.buf.n = n->openers.buf.n = 0;
	n->has_brackets = false;
	for (const char *p = r.start; (p = next_special(p, r.end)) < r.end;) {
		switch (*p) {
		case '\\':
			p += scan_is_escape(p, r.end) ? 2 : 1;
			r.escaped = p;
			break;
		case '`': p = read_code(&r, p); break;
		case '<': p = read_less(&r, p); break;
		case '[': p = read_opener(&r, p); break;
		case ']': p = read_closer(&r, p); break;
		default: p = n->is_mdx ? read_brace(&r, p) : p + 1;
		}
	}
}

void inlines_free(struct inlines *n)
{
	iri_buf_free(&n->extents.buf);
	iri_buf_free(&n->items.buf);
	iri_buf_free(&n->links.buf);
	iri_buf_free(&n->openers.buf);
	iri_buf_free(&n->runs.buf);
}
