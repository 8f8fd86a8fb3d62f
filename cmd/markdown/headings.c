/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "headings.h"

#include "scanners.h"

#include "cmd/base/charref.h"
#include "cmd/base/text.h"
#include "lib/base/array.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* What becomes of a byte of the text */
enum fate {
	SHOWN,
	LITERAL,     /* it is shown, but is no escape, character reference or mark */
	REMOVED,
	/* Only for labels: */
	MARKUP,      /* raw HTML */
	CODE_START,
	CODE_END,
	IMAGE_START,
	IMAGE_END,
};

static void headings_set(char *fates, size_t start, size_t end, enum fate fate)
{
	memset(fates + start, (int)fate, end - start);
}

/* Sets the fates of a code span: without its backquotes, and without one space at both ends (section 6.1). */
static void set_code(char *fates, struct iri_str text, size_t start, size_t end, bool for_label)
{
	size_t n = 0;
	const size_t first = start, last = end - 1;

	while (text.p[start + n] == '`')
		n++;
	headings_set(fates, start, end, REMOVED);
	start += n;
	end -= n;
	if (end - start >= 2 && is_space(text.p[start]) && is_space(text.p[end - 1]) &&
	    scan_skip_space(text.p + start, text.p + end) < text.p + end) {
		start++;
		end--;
	}
	headings_set(fates, start, end, LITERAL);
	if (for_label) {
		fates[first] = CODE_START;
		fates[last] = CODE_END;
	}
}

static void set_fates(const struct inlines *n, struct iri_str text, bool for_label, char *fates)
{
	const struct inline_item *const items = n->items.item;
	const struct inline_extent *const extents = n->extents.item;

	headings_set(fates, 0, text.n, SHOWN);
	for (size_t i = 0; i < ARRAY_COUNT(n->items); i++)
		switch (items[i].kind) {
		case INLINE_CODE: set_code(fates, text, items[i].start, items[i].end, for_label); break;
		case INLINE_HTML:
			headings_set(fates, items[i].start, items[i].end, for_label ? MARKUP : REMOVED);
			break;
		case INLINE_COMMENT: headings_set(fates, items[i].start, items[i].end, REMOVED); break;
		case INLINE_AUTOLINK:
		case INLINE_ADDRESS:
			headings_set(fates, items[i].start - 1, items[i].end + 1, REMOVED);
			headings_set(fates, items[i].start, items[i].end, LITERAL);
			break;
		default: break;
		}
	for (size_t i = 0; i < ARRAY_COUNT(n->extents); i++) {
		const bool all = extents[i].is_image && !for_label;
		const size_t begin = extents[i].start + 1 + extents[i].is_image;
		headings_set(fates, extents[i].start, all ? extents[i].end : begin, REMOVED);
		headings_set(fates, extents[i].text_end, extents[i].end, REMOVED);
		if (extents[i].is_image && for_label) {
			fates[extents[i].start] = IMAGE_START;
			fates[extents[i].text_end] = IMAGE_END;
		}
	}
}

/* What stands beside a run of marks (section 6.2) */
enum side { BESIDE_SPACE, BESIDE_PUNCTUATION, BESIDE_OTHER };

static enum side side_of(uint32_t ch)
{
	const unsigned category = (unsigned)iri_property(ch)->category;

	if (ch < 0x80)
		return is_space((char)ch) ? BESIDE_SPACE : scan_is_punctuation((char)ch) ? BESIDE_PUNCTUATION
		                                                                         : BESIDE_OTHER;
	return category == UTF8PROC_CATEGORY_ZS ? BESIDE_SPACE
	       : category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_SO ? BESIDE_PUNCTUATION
	                                                                              : BESIDE_OTHER;
}

static enum side side_before(const char *start, const char *p)
{
	uint32_t ch;
	const char *q = p;

	if (p == start)
		return BESIDE_SPACE;
	do
		q--;
	while (q > start && p - q < 4 && iri_is_trail((unsigned char)*q));
	return iri_utf8_decode(q, p, &ch) ? side_of(ch) : BESIDE_OTHER;
}

static enum side side_after(const char *p, const char *end)
{
	uint32_t ch;

	if (p == end)
		return BESIDE_SPACE;
	return iri_utf8_decode(p, end, &ch) ? side_of(ch) : BESIDE_OTHER;
}

/* A run of "_" that can begin emphasis */
struct mark_run {
	size_t start, n;  /* the marks that are left */
	size_t length;    /* how many there were */
	bool can_close;
};

union mark_runs ARRAY_OF(struct mark_run);

/* Removes marks of the runs in `openers`, and of the one that closes. Returns how many of the latter are left. */
static size_t close_run(union mark_runs *openers, char *fates, struct mark_run run)
{
	enum { TRIED = 16 }; /* openers that are tried for a closer */
	struct mark_run *const list = openers->item;
	size_t count = ARRAY_COUNT(*openers);

	for (size_t i = count, tried = 0; i-- > 0 && run.n && tried < TRIED; tried++) {
		struct mark_run *const o = &list[i];
		/* "Rule of 3": section 6.2, rules 9 and 10 */
		if ((o->can_close || run.can_close) && (o->length + run.length) % 3 == 0 &&
		    (o->length % 3 || run.length % 3))
			continue;
		const size_t n = o->n < run.n ? o->n : run.n;
		o->n -= n;
		headings_set(fates, o->start + o->n, o->start + o->n + n, REMOVED);
		headings_set(fates, run.start, run.start + n, REMOVED);
		run.start += n;
		run.n -= n;
		count = o->n ? i + 1 : i;
	}
	openers->buf.n = count * sizeof *list;
	return run.n;
}

/* Removes those marks, "_" or "*", that are marks of emphasis. In words, "_" is none. */
static void remove_marks(struct iri_str text, char mark, char *fates)
{
	const char *const end = text.p + text.n;
	union mark_runs openers = {0};

	if (!text.n || !memchr(text.p, mark, text.n))
		return;
	for (size_t i = 0; i < text.n; i++) {
		if (fates[i] != SHOWN)
			continue;
		if (scan_is_escape(text.p + i, end)) {
			i++;
			continue;
		}
		size_t n = 0;
		while (i + n < text.n && fates[i + n] == SHOWN && text.p[i + n] == mark)
			n++;
		if (!n)
			continue;
		const enum side before = side_before(text.p, text.p + i), after = side_after(text.p + i + n, end);
		const bool left = after == BESIDE_OTHER || (after == BESIDE_PUNCTUATION && before != BESIDE_OTHER);
		const bool right = before == BESIDE_OTHER || (before == BESIDE_PUNCTUATION && after != BESIDE_OTHER);
		const bool in_words = mark == '*';
		const bool opens = left && (in_words || !right || before == BESIDE_PUNCTUATION);
		struct mark_run run = {.start = i, .n = n, .length = n,
		                       .can_close = right && (in_words || !left || after == BESIDE_PUNCTUATION)};
		if (run.can_close) {
			const size_t rest = close_run(&openers, fates, (struct mark_run){i, n, n, opens});
			run.start += run.n - rest;
			run.n = rest;
		}
		if (opens && run.n)
			ARRAY_ADD(openers, &run);
		i += n - 1;
	}
	iri_buf_free(&openers.buf);
}

/*
 * Reads what is shown at *p, and moves *p after it: an escape, a character reference, or a byte. The result is a view
 * of the text, of utf8, or of a static text.
 */
static struct iri_str next_shown(const char **p, const char *end, enum fate fate, char utf8[4])
{
	const char *const start = *p, *after;
	struct iri_str meant;

	if (fate == SHOWN && scan_is_escape(start, end)) {
		*p += 2;
		return (struct iri_str){start + 1, 1};
	}
	if (fate == SHOWN && *start == '&' &&
	    (after = charref_read(start, end, CHARREF_MARKDOWN, utf8, &meant)) != NULL) {
		*p = after;
		return meant;
	}
	++*p;
	if (*start == '\r' && end - start >= 2 && start[1] == '\n')
		return (struct iri_str){"", 0};
	return is_line_end(*start) ? (struct iri_str){" ", 1} : (struct iri_str){start, 1};
}

/* Appends the part of the text that is shown. */
static void add_shown(const char *fate, struct iri_str text, struct iri_str part, struct iri_buf *out)
{
	const char *p = part.p, *const end = p + part.n;
	char utf8[4];

	while (p < end) {
		const enum fate this = (enum fate)fate[p - text.p];
		const char *const start = p;
		if (this == REMOVED) {
			p++;
			continue;
		}
		/* Most characters mean themselves. */
		while (p < end && fate[p - text.p] == (char)this && *p != '\\' && *p != '&' && !is_line_end(*p))
			p++;
		const struct iri_str shown = p > start ? iri_between(start, p) : next_shown(&p, end, this, utf8);
		iri_buf_add(out, shown.p, shown.n);
	}
}

/* Appends text as HTML, also for the value of an attribute in '"'. */
static void add_escaped(struct iri_buf *out, struct iri_str text)
{
	for (size_t i = 0; i < text.n; i++)
		switch (text.p[i]) {
		case '&': buf_add_text(out, "&amp;"); break;
		case '<': buf_add_text(out, "&lt;"); break;
		case '"': buf_add_text(out, "&quot;"); break;
		default: iri_buf_putc(out, text.p[i]); break;
		}
}

/* Appends the part of the text that is shown, as HTML. */
static void headings_add_html(const char *fate, struct iri_str text, struct iri_str part, struct iri_buf *out)
{
	const char *p = part.p, *const end = p + part.n;
	size_t images = 0; /* around p; the text of the outermost one is plain */
	char utf8[4];

	while (p < end) {
		const enum fate this = (enum fate)fate[p - text.p];
		switch (this) {
		case SHOWN:
		case LITERAL: add_escaped(out, next_shown(&p, end, this, utf8)); continue;
		case REMOVED: break;
		case MARKUP:
			if (!images)
				iri_buf_putc(out, *p);
			break;
		case CODE_START:
		case CODE_END:
			if (!images)
				buf_add_text(out, this == CODE_START ? "<code>" : "</code>");
			break;
		case IMAGE_START:
			if (!images++)
				buf_add_text(out, "<img alt=\"");
			break;
		case IMAGE_END:
			if (images && !--images)
				buf_add_text(out, "\">");
			break;
		}
		p++;
	}
	if (images)
		buf_add_text(out, "\">");
}

/* Whether a text without items is shown as it stands. */
static bool is_shown(struct iri_str text)
{
	for (const char *p = text.p, *const end = p + text.n; p < end; p++)
		if (*p == '_' || *p == '\\' || *p == '&' || is_line_end(*p))
			return false;
	return true;
}

void headings_text(const struct inlines *n, struct iri_str text, struct iri_buf *out)
{
	const char *end = text.p + text.n;

	while (end > text.p && is_space(end[-1]))
		end--;
	const bool has_items = n->items.buf.n || n->extents.buf.n;
	if (!has_items && is_shown(iri_between(text.p, end))) { /* as most headings are */
		iri_buf_add(out, text.p, (size_t)(end - text.p));
		return;
	}
	struct iri_buf fates = {0};
	char *const fate = iri_buf_reserve(&fates, text.n + 1);
	if (!fate) {
		out->failed = true;
		return;
	}
	set_fates(n, text, false, fate);
	remove_marks(text, '_', fate);
	add_shown(fate, text, iri_between(text.p, end), out);
	iri_buf_free(&fates);
}

void headings_prepare_labels(const struct inlines *n, struct iri_str text, struct iri_buf *fates)
{
	iri_buf_clear(fates);
	char *const fate = iri_buf_reserve(fates, text.n + 1);

	if (!fate)
		return;
	set_fates(n, text, true, fate);
	remove_marks(text, '_', fate);
	remove_marks(text, '*', fate);
	fates->n = text.n;
}

void headings_label(const struct iri_buf *fates, struct iri_str text, struct iri_str part, size_t reach,
                    struct iri_buf *out)
{
	if (!fates->failed)
		headings_add_html(fates->p, text, (struct iri_str){part.p, part.n < reach ? part.n : reach}, out);
}

bool headings_is_mark(const struct iri_buf *fates, size_t off)
{
	return off < fates->n && fates->p[off] == REMOVED;
}
