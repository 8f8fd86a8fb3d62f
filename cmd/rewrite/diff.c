/* SPDX-License-Identifier: ISC */
#include "diff.h"

#include "cmd/base/color.h"
#include "cmd/base/text.h"
#include "lib/base/array.h"
#include "lib/base/str.h"

#include <string.h>

enum { CONTEXT = 3 }; /* the number of unchanged lines that are printed before and after a change */

/* Successive lines of a text */
struct diff_range {
	size_t off, end;     /* their bytes */
	size_t first, count; /* the number of the first line, from 0; the number of lines */
};

/* Lines of the old text, and the lines of the new text that replace them */
struct diff_edit {
	struct diff_range old, new;
};

union edits ARRAY_OF(struct diff_edit);

/* Returns the end of the line that contains byte off, which is less than end; at most end. */
static size_t line_end(struct iri_str text, size_t off, size_t end)
{
	const char *const lf = memchr(text.p + off, '\n', end - off);

	return lf ? (size_t)(lf - text.p) + 1 : end;
}

/* Returns the start of the last line before byte end, which is greater than begin; at least begin. */
static size_t line_start(struct iri_str text, size_t begin, size_t end)
{
	size_t off = end - 1;

	while (off > begin && text.p[off - 1] != '\n')
		off--;
	return off;
}

static size_t diff_count_lines(struct iri_str text, const struct diff_range *r)
{
	size_t count = 0;

	for (size_t off = r->off; off < r->end; count++)
		off = line_end(text, off, r->end);
	return count;
}

/* Whether a range ends where a line ends. It begins where a line begins. */
static bool ends_line(struct iri_str text, const struct diff_range *r)
{
	return r->end == r->off || text.p[r->end - 1] == '\n';
}

static struct diff_range range_after(const struct diff_range *r)
{
	return (struct diff_range){.off = r->end, .end = r->end, .first = r->first + r->count};
}

/* Moves the start of an empty edit over whole lines, which are the same in both texts up to byte end of the old one. */
static void skip_lines(struct diff_edit *e, struct iri_str old, size_t end)
{
	const size_t from = e->old.off;
	size_t to = from, count = 0;

	for (size_t next; to < end && (next = line_end(old, to, end), old.p[next - 1] == '\n'); count++)
		to = next;
	e->old.off = to;
	e->new.off += to - from;
	e->old.first += count;
	e->new.first += count;
}

/*
 * Extends an edit to the end of a line in both texts, which are the same after it up to byte end of the old one.
 * Returns false, with the edit extended to byte end, if no line ends there.
 */
static bool finish_line(struct diff_edit *e, struct iri_str old, struct iri_str new, size_t end)
{
	const size_t from = e->old.end;

	if (ends_line(old, &e->old) && ends_line(new, &e->new))
		return true;
	if (from < end)
		e->old.end = line_end(old, from, end);
	e->new.end += e->old.end - from;
	return e->old.end > from && old.p[e->old.end - 1] == '\n';
}

/* Removes lines from the start and the end of an edit that are the same in both texts. */
static void trim(struct diff_edit *e, struct iri_str old, struct iri_str new)
{
	struct diff_range *const o = &e->old, *const n = &e->new;

	while (o->off < o->end && n->off < n->end) {
		const size_t len = line_end(old, o->off, o->end) - o->off;
		if (line_end(new, n->off, n->end) - n->off != len ||
		    memcmp(old.p + o->off, new.p + n->off, len) != 0)
			break;
		o->off += len;
		n->off += len;
		o->first++;
		n->first++;
	}
	while (o->off < o->end && n->off < n->end) {
		const size_t len = o->end - line_start(old, o->off, o->end);
		if (n->end - line_start(new, n->off, n->end) != len ||
		    memcmp(old.p + o->end - len, new.p + n->end - len, len) != 0)
			break;
		o->end -= len;
		n->end -= len;
	}
}

/* Trims an edit and counts its lines. Returns false if nothing is left of it. */
static bool complete(struct diff_edit *e, struct iri_str old, struct iri_str new)
{
	trim(e, old, new);
	e->old.count = diff_count_lines(old, &e->old);
	e->new.count = diff_count_lines(new, &e->new);
	return e->old.count || e->new.count;
}

/* Appends an edit to the list. Joins it with the last one if no line is between them. */
static void add_edit(union edits *edits, const struct diff_edit *e)
{
	struct diff_edit *const last = edits->buf.n ? &edits->item[ARRAY_COUNT(*edits) - 1] : NULL;

	if (last && last->old.end == e->old.off) {
		last->old.end = e->old.end;
		last->new.end = e->new.end;
	} else {
		ARRAY_ADD(*edits, e);
	}
}

/* Appends the edits that the changes make, in ascending order. Unchanged lines separate them. */
static void find_edits(union edits *edits, struct iri_str old, struct iri_str new, const struct change *changes,
                       size_t n)
{
	struct diff_edit e = {{0}, {0}};

	for (size_t i = 0; i < n;) {
		/* The last edit ended at the end of a line in both texts, or at the end of both. */
		e = (struct diff_edit){range_after(&e.old), range_after(&e.new)};
		skip_lines(&e, old, changes[i].old_off);
		do {
			e.old.end = changes[i].old_off + changes[i].old_len;
			e.new.end = changes[i].new_off + changes[i].new_len;
			i++;
		} while (!finish_line(&e, old, new, i < n ? changes[i].old_off : old.n) && i < n);
		if (complete(&e, old, new))
			add_edit(edits, &e);
	}
	/* Two edits that were joined can have lines in common: one removes a line, and the other one inserts it. */
	struct diff_edit *const list = edits->item;
	const size_t n_list = ARRAY_COUNT(*edits);
	size_t n_kept = 0;
	for (size_t i = 0; i < n_list; i++)
		if (complete(&list[i], old, new))
			list[n_kept++] = list[i];
	edits->buf.n = n_kept * sizeof *list;
}

static void add_lines(struct iri_buf *out, char sign, struct iri_str text, size_t off, size_t end)
{
	while (off < end) {
		const size_t next = line_end(text, off, end);
		iri_buf_putc(out, sign);
		iri_buf_add(out, text.p + off, next - off);
		if (text.p[next - 1] != '\n')
			buf_add_text(out, "\n\\ No newline at end of file\n");
		off = next;
	}
}

/* Appends the place of a hunk in one text: from `before` lines before its first edit to `after` lines after its last */
static void add_place(struct iri_buf *out, const struct diff_range *first, size_t before, const struct diff_range *last,
                      size_t after)
{
	const size_t begin = first->first - before, count = last->first + last->count + after - begin;

	/* As GNU diff prints it: a count of 1 is left out, and a place without lines is named by the line before it. */
	buf_add_format(out, "%zu", count ? begin + 1 : begin);
	if (count != 1)
		buf_add_format(out, ",%zu", count);
}

static void add_hunk(struct iri_buf *out, struct iri_str old, struct iri_str new, const struct diff_edit *edits,
                     size_t n)
{
	const struct diff_edit *const last = edits + n - 1;
	size_t off = edits->old.off, end = last->old.end, before, after;

	for (before = 0; before < CONTEXT && off > 0; before++)
		off = line_start(old, 0, off);
	for (after = 0; after < CONTEXT && end < old.n; after++)
		end = line_end(old, end, old.n);
	buf_add_text(out, "@@ -");
	add_place(out, &edits->old, before, &last->old, after);
	buf_add_text(out, " +");
	add_place(out, &edits->new, before, &last->new, after);
	buf_add_text(out, " @@\n");
	for (; edits <= last; edits++) {
		add_lines(out, ' ', old, off, edits->old.off);
		add_lines(out, '-', old, edits->old.off, edits->old.end);
		add_lines(out, '+', new, edits->new.off, edits->new.end);
		off = edits->old.end;
	}
	add_lines(out, ' ', old, off, end);
}

/* Whether patch(1) reads a name only in quotes. Without quotes, it skips spaces at the start and the end of a name. */
static bool needs_quotes(const char *name)
{
	const size_t n = strlen(name);

	if (n && (name[0] == ' ' || name[n - 1] == ' '))
		return true;
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)name[i] < ' ' || name[i] == 0x7F || name[i] == '"' || name[i] == '\\')
			return true;
	return false;
}

/* Appends the name of a file, in quotes if patch(1) reads it only so. two: another name stands in the line */
static void add_quoted(struct iri_buf *out, const char *name, bool two)
{
	if (!needs_quotes(name) && !(two && strchr(name, ' '))) {
		buf_add_text(out, name);
		return;
	}
	iri_buf_putc(out, '"');
	for (; *name; name++) {
		if (*name == '"' || *name == '\\')
			buf_add_format(out, "\\%c", *name);
		else if (*name == '\n')
			buf_add_text(out, "\\n");
		else if (*name == '\t')
			buf_add_text(out, "\\t");
		else if ((unsigned char)*name < ' ' || *name == 0x7F)
			buf_add_format(out, "\\%03o", (unsigned)*name);
		else
			iri_buf_putc(out, *name);
	}
	iri_buf_putc(out, '"');
}

/* Appends one of the two lines that name the files whose text follows. */
static void add_name(struct iri_buf *out, const char *mark, const char *name)
{
	buf_add_text(out, mark);
	add_quoted(out, name, false);
	/* Without the tab, the name would end at its first space. */
	buf_add_text(out, strchr(name, ' ') && !needs_quotes(name) ? "\t\n" : "\n");
}

void diff_add_rename(struct iri_buf *out, const char *old_name, const char *new_name)
{
	const struct { const char *before, *name; } parts[] = {
		{"diff --git ", old_name}, {" ", new_name}, {"\nrename from ", old_name}, {"\nrename to ", new_name}};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		buf_add_text(out, parts[i].before);
		add_quoted(out, parts[i].name, true);
	}
	iri_buf_putc(out, '\n');
}

void diff_add(struct iri_buf *out, const char *old_name, const char *new_name, struct iri_str old_text,
              struct iri_str new_text, const struct change *changes, size_t n)
{
	union edits list = {0};

	find_edits(&list, old_text, new_text, changes, n);
	const struct diff_edit *const edits = list.item;
	const size_t n_edits = ARRAY_COUNT(list);
	if (n_edits) {
		add_name(out, "--- ", old_name);
		add_name(out, "+++ ", new_name);
	}
	for (size_t i = 0, end; i < n_edits; i = end) {
		/* Edits whose context lines touch or overlap are in one hunk. */
		for (end = i + 1; end < n_edits; end++) {
			const struct diff_range *const last = &edits[end - 1].old;
			if (edits[end].old.first - (last->first + last->count) > 2 * CONTEXT)
				break;
		}
		add_hunk(out, old_text, new_text, edits + i, end - i);
	}
	if (list.buf.failed)
		out->failed = true;
	iri_buf_free(&list.buf);
}

/* Returns the colour of a line of a diff. in_hunk: it is no line of the header */
static enum color line_color(char first, bool in_hunk)
{
	switch (first) {
	case '@': return COLOR_HUNK;
	case '+': return in_hunk ? COLOR_ADDED : COLOR_STRONG;
	case '-': return in_hunk ? COLOR_REMOVED : COLOR_STRONG;
	default: return in_hunk ? COLOR_NONE : COLOR_STRONG;
	}
}

void diff_color(struct iri_str diff, struct iri_buf *out)
{
	const char *p = diff.p, *const end = p + diff.n;
	bool in_hunk = false;

	while (p < end) {
		const char *const eol = iri_find_byte(p, end, '\n');
		const enum color color = line_color(*p, in_hunk);
		in_hunk |= color == COLOR_HUNK;
		buf_add_text(out, color_sequence(color != COLOR_NONE, color));
		iri_buf_add(out, p, (size_t)(eol - p));
		buf_add_text(out, color_sequence(color != COLOR_NONE, COLOR_NONE));
		if (eol < end)
			iri_buf_putc(out, '\n');
		p = eol + (eol < end);
	}
}
