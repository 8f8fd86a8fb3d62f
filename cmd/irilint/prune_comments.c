/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "prune_comments.h"

#include "cmd/base/space.h"
#include "lib/base/array.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>

/* A comment in a document */
struct pruned {
	struct iri_str document;
	const char *start, *end;             /* the comment */
	const char *line_start, *line_end;   /* of its first line, and of its last one, without the line end */
	const struct silence_entry *entries;
	size_t n;
};

static bool prune_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_all_blank(const char *p, const char *end)
{
	while (p < end && prune_is_blank(*p))
		p++;
	return p == end;
}

/* Returns the start of the line after the end of one. */
static const char *prune_next_line(const char *line_end, const char *end)
{
	return line_end + (end - line_end >= 2 && !memcmp(line_end, "\r\n", 2) ? 2 : line_end < end);
}

/* Returns the start of the line end before the start of a line. */
static const char *last_line_end(const char *start, const char *line)
{
	return line - (line - start >= 2 && !memcmp(line - 2, "\r\n", 2) ? 2 : line > start);
}

/* Whether a line begins a block of Markdown that could go on what is before the comment: an item, or indented text. */
static bool can_continue(const char *p, const char *end)
{
	const char *const start = p;

	if (p == end)
		return false;
	if (prune_is_blank(*p) || *p == '>' || *p == '|')
		return true;
	while (p < end && iri_is_digit(*p))
		p++;
	p += p < end && (p > start ? *p == '.' || *p == ')' : strchr("-+*", *p) != NULL);
	return p > start && (p == end || is_space(*p));
}

/*
 * Whether the lines of a comment of Markdown can go: it stands alone in them, between blocks that stay apart without
 * it. It ends a paragraph or a list, and the next block could go on that one.
 */
static bool is_between_blocks(const struct pruned *p)
{
	const char *const start = p->document.p, *const end = start + p->document.n;
	const char *before = last_line_end(start, p->line_start);
	const char *next = prune_next_line(p->line_end, end);

	while (before > start && prune_is_blank(before[-1]))
		before--;
	while (next < end && is_space(*next))
		next++;
	while (next > start && prune_is_blank(next[-1]))
		next--;
	return p->start == p->line_start && p->line_end == p->end &&
	       (before == start || is_line_end(before[-1])) && !can_continue(next, end);
}

/* Whether only marks of blocks stand before a comment in its line: then the rest of the line is HTML, too. */
static bool begins_block(const struct pruned *p)
{
	for (const char *at = p->line_start; at < p->start; at++)
		if (!prune_is_blank(*at) && !iri_is_digit(*at) && !strchr(">-+*.)", *at))
			return false;
	return true;
}

/* Sets the range of the lines of a comment between blocks, with one of the empty lines beside it. */
static void cut_lines(const struct pruned *p, const char **start, const char **end)
{
	const char *const stop = p->document.p + p->document.n;

	*start = p->line_start;
	*end = prune_next_line(p->line_end, stop);
	if (*end < stop && is_line_end(**end))
		*end = prune_next_line(*end, stop);
	/* At the end of the document, the line before it ends it. */
	const char *before = last_line_end(p->document.p, *start);
	while (*end == stop && before > p->document.p && is_line_end(before[-1])) {
		*start = before;
		before = last_line_end(p->document.p, before);
	}
}

/* Takes the comment away with white space beside it, or with its lines. Returns false if an empty one must stay. */
static bool take_away(const struct pruned *p, bool is_markdown, struct patch *patch)
{
	const char *start = p->start, *end = p->end;
	const bool is_last = is_all_blank(end, p->line_end);

	if (is_markdown && is_between_blocks(p)) {
		cut_lines(p, &start, &end);
	} else if (!is_markdown && is_last && is_all_blank(p->line_start, start)) {
		start = p->line_start;
		end = prune_next_line(p->line_end, p->document.p + p->document.n);
	} else if (is_markdown) {
		while (start > p->line_start && prune_is_blank(start[-1]))
			start--;
		/* The end of a line must not become a hard break, and what was apart must not touch. */
		if (begins_block(p) || start == p->line_start || start[-1] == '\\' ||
		    (!is_last && (start == p->start || !prune_is_blank(*end))))
			return false;
		end = is_last ? p->line_end : end;
	} else if (is_last && start > p->line_start && start[-1] == ' ') {
		start--;
	}
	patch->off = (size_t)(start - p->document.p);
	patch->len = (size_t)(end - start);
	return true;
}

/* Removes the whole comment. In running text, where the end of a comment is not known, the reason stays. */
static struct patch remove_comment(const struct pruned *p, bool is_markdown)
{
	const struct iri_str text = iri_between(p->start, p->end);
	const struct silence_entry *const last = &p->entries[p->n - 1];
	struct pruned words = *p;
	struct patch patch = {
		.off = (size_t)(p->start - p->document.p),
		.len = text.n,
		.comment = PATCH_NO_COMMENT,
		.removes_comment = true,
	};

	if (text.n && strchr("\"'(", *text.p)) {
		/* The title of a definition, with the space before it */
		for (const char *at = p->start; at > p->line_start && prune_is_blank(at[-1]); at--) {
			patch.off--;
			patch.len++;
		}
	} else if (text.n > 4 && !memcmp(text.p, "<!--", 4)) {
		if (!take_away(p, is_markdown, &patch))
			patch.text = iri_str_of("<!-- -->");
	} else if (text.n > 3 && !memcmp(text.p, "{/*", 3)) {
		if (!take_away(p, is_markdown, &patch))
			patch.text = iri_str_of("{/* */}");
	} else {
		words.end = p->start + last->range.off[1];
		words.end += words.end < p->end && *words.end == ':';
		if (p->start > p->line_start && prune_is_blank(p->start[-1]))
			words.end += words.end < p->end && prune_is_blank(*words.end);
		take_away(&words, false, &patch);
	}
	return patch;
}

/* Removes an id with the separators beside it. It is not the only id. */
static struct patch remove_id(const struct pruned *p, const struct silence_entry *id)
{
	const char *start = p->start + id->range.off[0], *end = p->start + id->range.off[1];
	const char *const first = p->start + p->entries[0].range.off[0];
	const char *next = end;

	while (next < p->end && (*next == ',' || is_space(*next)))
		next++;
	if (next < p->end && iri_is_alphanumeric(*next))
		end = next;
	else
		while (start > first && (start[-1] == ',' || is_space(start[-1])))
			start--;
	return (struct patch){
		.off = (size_t)(start - p->document.p), .len = (size_t)(end - start), .comment = PATCH_NO_COMMENT,
	};
}

/* Adds the patches for a comment. One that has an error stays: without its other ids, it would say something else. */
static void prune_one(struct checker *c, const struct pruned *p, bool is_markdown, bool is_complete,
                      union patches *patches)
{
	size_t unused = 0, done = 0; /* done: the end of the last patch */

	for (size_t i = 0; i < p->n; i++)
		if (p->entries[i].why)
			return;
	for (size_t i = 0; i < p->n; i++)
		unused += held_is_unused(c, &p->entries[i], is_complete);
	if (unused == p->n) {
		const struct patch patch = remove_comment(p, is_markdown);
		ARRAY_ADD(*patches, &patch);
		return;
	}
	for (size_t i = 0; i < p->n; i++) {
		if (!held_is_unused(c, &p->entries[i], is_complete))
			continue;
		const struct patch patch = remove_id(p, &p->entries[i]);
		/* Two that touch the same separators: the next reading finds the second one. */
		if (patch.off < done)
			continue;
		ARRAY_ADD(*patches, &patch);
		done = patch.off + patch.len;
	}
}

bool prune_comments(struct checker *c, struct editor *e, enum document_format format, bool is_complete)
{
	const bool is_markdown = !format_is_html(format) && format != FORMAT_XML;
	union patches patches = {0};
	size_t n, taken = 0;
	const struct silence_entry *const entries = silence_entries(&c->silence, &n);
	const struct iri_str document = editor_result(e);

	for (size_t i = 0, next; i < n; i = next) {
		for (next = i + 1; next < n && entries[next].place == entries[i].place; next++)
			continue;
		struct pruned p = {.document = document, .start = document.p + entries[i].place,
		                   .entries = &entries[i], .n = next - i};
		p.end = p.start + entries[i].text.n;
		p.line_start = p.start;
		p.line_end = p.end;
		while (p.line_start > document.p && !is_line_end(p.line_start[-1]))
			p.line_start--;
		while (p.line_end < document.p + document.n && !is_line_end(*p.line_end))
			p.line_end++;
		prune_one(c, &p, is_markdown, is_complete, &patches);
	}
	buf_check(e->lines->messages, &patches.buf);
	n = ARRAY_COUNT(patches);
	struct patch *const list = patches.item;
	if (n)
		patch_document(e, list, n);
	for (size_t i = 0; i < n; i++)
		taken += !list[i].is_refused;
	iri_buf_free(&patches.buf);
	return taken;
}
