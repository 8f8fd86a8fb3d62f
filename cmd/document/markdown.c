/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "markdown.h"

#include "source_map.h"

#include "cmd/base/charref.h"
#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/unicode/chars.h"

#include <limits.h>
#include <md4c.h>
#include <stdlib.h>
#include <string.h>

/* Offsets count bytes of the document. */

/* A part of one of the buffers of struct markdown */
struct part {
	size_t off, len;
};

struct found {
	size_t off, len;
	struct part reference; /* in `bytes` */
	enum span_kind kind;
	bool broken, placed;
	struct span_style style;
	size_t number;         /* links that begin at the same byte keep the order in which they were found */
};

/* "[label]:" at the start of a line, which may begin a definition */
struct candidate {
	size_t label; /* where "[" stands */
	size_t off;   /* where the destination begins if it is a definition */
};

/*
 * A document that is being searched. md4c does not report definitions, only links to them. So it gets a text that
 * begins with a paragraph "[label]" for each candidate, and goes on with the document. If md4c says that the paragraph
 * is a link to the destination of the candidate, then the candidate is a definition.
 *
 * md4c passes a destination as a view of its text, or as a copy if it has a backslash or "&". Only a view shows which
 * of two equal destinations is meant. So hide_escapes replaces these characters in candidates while md4c reads blocks
 * and definitions, which it does before its first call.
 *
 * md4c reports a link after the texts and links in it. The link's "]" is then the first one after them; the destination
 * of an inline link follows.
 */
struct markdown {
	struct iri_str original;       /* the document */
	struct iri_str document;       /* its copy at the end of `source` */
	struct iri_buf source;         /* the text that md4c gets */
	struct iri_buf candidates;     /* of struct candidate, in the order of the document */
	struct iri_buf definitions;    /* of size_t, ascending: where the destinations of definitions begin */
	struct iri_buf found;          /* of struct found */
	struct iri_buf bytes;          /* references */
	struct running_text finder;          /* for running text and raw HTML */
	/* The current place: */
	size_t paragraphs;             /* number of the paragraphs that have begun, as long as they are of candidates */
	bool in_document;              /* after these paragraphs */
	size_t cursor;                 /* what md4c reports next stands after this byte */
	size_t passed;                 /* number of candidates before the cursor */
	size_t block;                  /* where the text of the last block begins */
	size_t line;                   /* where the line with this byte begins */
	bool in_block;                 /* `block` is the current block */
	unsigned links, codes;         /* the number of open spans that are links or images, or code */
	bool in_cell;                  /* in a cell of a table */
	size_t texts;                  /* the number of texts since the last span or link began */
	struct iri_str last_text;      /* the last text, a view of the document */
	struct source_map run;             /* the current running text */
	struct source_map raw;             /* the current raw HTML */
	const struct source_map *searched; /* the one of these two that is being searched */
	size_t indent;                 /* columns of white space that follow `raw`, and are not in it yet */
	struct html html;              /* position in the raw HTML of a block */
};

static bool failed(const struct markdown *m)
{
	return m->source.failed || m->candidates.failed || m->definitions.failed || m->found.failed ||
	       m->bytes.failed || running_failed(&m->finder) || source_map_failed(&m->run) ||
	       source_map_failed(&m->raw) || m->html.decoded.failed;
}

/* White space in links, as md4c defines it */
static bool is_blank(char c)
{
	return is_space(c) || c == '\v' || c == '\f';
}

/* Skips white space, and the ">" of block quotes after a line end. */
static const char *markdown_skip_space(const char *p, const char *end)
{
	bool at_start = false;

	for (; p < end && (is_blank(*p) || (at_start && *p == '>')); p++)
		at_start = at_start || is_line_end(*p);
	return p;
}

/* Skips white space with at most one line end, and the ">" of block quotes after it. */
static const char *skip_line_end(const char *p, const char *end)
{
	while (p < end && is_blank(*p) && !is_line_end(*p))
		p++;
	if (p < end && is_line_end(*p))
		p += end - p >= 2 && *p == '\r' && p[1] == '\n' ? 2 : 1;
	else
		return p;
	while (p < end && ((is_blank(*p) && !is_line_end(*p)) || *p == '>'))
		p++;
	return p;
}

static struct iri_str markdown_contents(const struct markdown *m, struct part part)
{
	return part.len ? (struct iri_str){m->bytes.p + part.off, part.len} : (struct iri_str){"", 0};
}

static struct part markdown_add_bytes(struct markdown *m, const char *p, size_t n)
{
	const struct part part = {m->bytes.n, n};

	iri_buf_add(&m->bytes, p, n);
	return part;
}

/* Appends an attribute with its character references resolved. */
static struct part add_reference(struct markdown *m, const MD_ATTRIBUTE *a)
{
	const size_t start = m->bytes.n;

	for (size_t i = 0; a->size && a->substr_offsets[i] < a->size; i++) {
		const struct iri_str s =
			iri_between(a->text + a->substr_offsets[i], a->text + a->substr_offsets[i + 1]);
		if (a->substr_types[i] == MD_TEXT_ENTITY)
			charref_resolve(s, CHARREF_MARKDOWN, &m->bytes, NULL);
		else
			iri_buf_add(&m->bytes, s.p, s.n);
	}
	return (struct part){start, m->bytes.n - start};
}

/* Appends a destination as it stands in the document, with its escapes and character references resolved. */
static struct part markdown_add_unescaped(struct markdown *m, const char *p, const char *end)
{
	const size_t start = m->bytes.n;

	while (p < end) {
		const char *q = p;
		while (q < end && !markdown_is_escape(q, end))
			q++;
		charref_resolve(iri_between(p, q), CHARREF_MARKDOWN, &m->bytes, NULL);
		if (q < end)
			iri_buf_putc(&m->bytes, q[1]);
		p = q < end ? q + 2 : end;
	}
	return (struct part){start, m->bytes.n - start};
}

static void add_found(struct markdown *m, struct found found)
{
	found.number = m->found.n / sizeof found;
	iri_buf_add(&m->found, (const char *)&found, sizeof found);
}

/* Whether p points into the document. md4c passes pointers to its own memory, too. */
static bool in_document(const struct markdown *m, const char *p)
{
	return (uintptr_t)p >= (uintptr_t)m->document.p && (uintptr_t)p < (uintptr_t)(m->document.p + m->document.n);
}

/*
 * Whether the raw text at *p reads as text does after its backslashes are removed. Then moves *p after it. text keeps
 * its character references.
 */
static bool skip_raw(const char **p, const char *end, struct iri_str text)
{
	const char *q = *p;

	for (size_t i = 0; i < text.n; i++, q++) {
		q += markdown_is_escape(q, end);
		if (q == end || *q != text.p[i])
			return false;
	}
	*p = q;
	return true;
}

/* Returns the end of the destination that begins at p. in_brackets: "<" stands before p, and ">" ends it */
static const char *skip_destination(const char *p, const char *end, bool in_brackets)
{
	while (p < end && (in_brackets ? *p != '>' && !is_line_end(*p) : (unsigned char)*p > ' '))
		p += markdown_is_escape(p, end) ? 2 : 1;
	return p;
}

/* Skips white space and then a title, if one stands there. */
static const char *skip_title(const char *p, const char *end)
{
	p = markdown_skip_space(p, end);
	if (p == end || !strchr("\"'(", *p))
		return p;
	const char opener = *p, closer = opener == '(' ? ')' : opener;
	const char *q = p + 1;
	while (q < end && *q != closer && (opener != '(' || *q != '('))
		q += markdown_is_escape(q, end) ? 2 : 1;
	return q < end && *q == closer ? q + 1 : p;
}

/* Where the parts of an inline link stand */
struct inline_link {
	const char *start, *stop; /* its destination */
	const char *end;          /* after ")" */
};

/*
 * Whether the destination of an inline link stands at p, then perhaps a title, and ")". text: the destination as md4c
 * gives it, without backslashes. If it is a view of the document, p must be its place.
 */
static bool is_inline_at(const struct markdown *m, const char *p, struct iri_str text, struct inline_link *link)
{
	const char *const end = m->document.p + m->document.n;
	const bool in_brackets = p < end && *p == '<';

	link->start = link->stop = p + in_brackets;
	if ((in_document(m, text.p) && text.p != link->start) || !skip_raw(&link->stop, end, text))
		return false;
	p = link->stop;
	if (in_brackets && (p == end || *p++ != '>'))
		return false;
	p = markdown_skip_space(skip_title(p, end), end);
	link->end = p + 1;
	return p < end && *p == ')';
}

/* Finds the parts of the inline link whose "(" stands before p. Returns false if this is no link to `text`. */
static bool find_inline(const struct markdown *m, const char *p, struct iri_str text, struct inline_link *link)
{
	const char *const end = m->document.p + m->document.n;
	bool at_start = false;

	/* At the start of a line, ">" belongs to a block quote or to the destination. */
	for (; p < end; p++) {
		for (; p < end && is_blank(*p); p++)
			at_start = at_start || is_line_end(*p);
		if (is_inline_at(m, p, text, link))
			return true;
		if (!at_start || p == end || *p != '>')
			return false;
	}
	return false;
}

/*
 * Sets m->line to the line that has byte `off`, at the first call for a block. The first text of the block stands there
 * or, if the block begins with a link without text, the "]" of this link.
 */
static void reach(struct markdown *m, size_t off)
{
	size_t start = off;

	if (m->in_block)
		return;
	while (start > m->block && !is_line_end(m->document.p[start - 1]))
		start--;
	if (start > m->block)
		m->line = start;
	m->block = off;
	m->in_block = true;
}

/*
 * Returns the "]" that closes the text of the link that md4c reports, or the end of the document. md4c has reported the
 * text before, so a candidate between the cursor and "]" is a definition before the link, and is skipped.
 */
static const char *find_closer(struct markdown *m)
{
	const struct candidate *const candidates = (const void *)m->candidates.p;
	const size_t n = m->candidates.n / sizeof *candidates;
	const char *const start = m->document.p, *const end = start + m->document.n;

	for (;; m->passed++) {
		while (m->passed < n && candidates[m->passed].label < m->cursor)
			m->passed++;
		const char *p = iri_find_byte(start + m->cursor, end, ']');
		if (m->passed == n || start + candidates[m->passed].label >= p)
			return p;
		p = start + candidates[m->passed].off;
		const bool in_brackets = p[-1] == '<';
		p = skip_destination(p, end, in_brackets);
		m->cursor = (size_t)(skip_title(p + (in_brackets && p < end), end) - start);
	}
}

/* For struct running_text: adds a link of the text that is being searched. */
static bool add_span(void *arg, struct span *span)
{
	struct markdown *const m = arg;
	const size_t off = (size_t)(span->text.p - m->searched->text.p);
	const size_t start = source_map_start(m->searched, off);
	const size_t end = span->text.n ? source_map_end(m->searched, off + span->text.n) : start;
	struct span_style style = span->style;

	if (m->searched == &m->run)
		style.charrefs = CHARREF_MARKDOWN;
	style.in_markdown = true;
	style.in_cell = m->in_cell;

	add_found(m, (struct found){
		.off = start,
		.len = end - start,
		.reference = markdown_add_bytes(m, span->reference.p, span->reference.n),
		.kind = span->kind,
		.broken = span->broken,
		.placed = span->placed,
		.style = style,
	});
	return true;
}

/* Searches the running text that has been collected. */
static void end_run(struct markdown *m)
{
	m->searched = &m->run;
	if (m->run.text.n && !m->html.in_link && !failed(m))
		running_search(&m->finder, iri_contents(&m->run.text), CHARREF_NONE);
	source_map_clear(&m->run);
}

/* Searches the raw HTML that has been collected. at_end: it ends here */
static void end_raw(struct markdown *m, bool at_end)
{
	m->searched = &m->raw;
	if (m->raw.text.n && !failed(m)) {
		running_search_html(&m->finder, &m->html, iri_contents(&m->raw.text), at_end);
		m->html.at = 0;
	}
	source_map_clear(&m->raw);
	m->indent = 0;
}

/* Returns the end of the label of a link after its "[" (CommonMark, section 6.3), or NULL if there is none. */
static const char *markdown_label_end(const char *p, const char *end)
{
	for (; p < end && *p != ']'; p += markdown_is_escape(p, end) ? 2 : 1)
		if (*p == '[')
			return NULL;
	return p < end ? p : NULL;
}

/* Whether the destination of a definition begins at this byte. */
static bool is_defined(const struct markdown *m, size_t off)
{
	const size_t *const definitions = (const void *)m->definitions.p;
	size_t low = 0, high = m->definitions.n / sizeof *definitions;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (definitions[middle] == off)
			return true;
		if (definitions[middle] < off)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/*
 * Moves the cursor after the link to `text` that has the "]" at p. Returns whether it is an inline link. Else it is a
 * link to a definition.
 */
static bool skip_link(struct markdown *m, const char *p, struct iri_str text, struct inline_link *link)
{
	const char *const start = m->document.p, *const end = start + m->document.n;
	const char *after = ++p;
	const bool is_inline = p < end && *p == '(' && find_inline(m, p + 1, text, link);

	if (is_inline) {
		after = link->end;
	} else if (p < end && *p == '[') {
		after = markdown_label_end(p + 1, end);
		after = after ? after + 1 : p;
	}
	m->cursor = (size_t)(after - start);
	return is_inline;
}

/* Returns the style of the destination that begins at p. */
static struct span_style style_of(const struct markdown *m, const char *p)
{
	return (struct span_style){
		.charrefs = CHARREF_MARKDOWN,
		.in_markdown = true,
		.in_cell = m->in_cell,
		.quote = p[-1] == '<' ? '<' : '\0',
	};
}

/* Adds an inline link or image. A link to a definition is only skipped. */
static void markdown_add_link(struct markdown *m, enum span_kind kind, const MD_ATTRIBUTE *destination)
{
	const struct iri_str text = {destination->text, destination->size};
	const char *const start = m->document.p, *p = find_closer(m);
	struct inline_link link;

	if (p == start + m->document.n)
		return;
	reach(m, (size_t)(p - start));
	bool is_inline = skip_link(m, p, text, &link);
	/*
	 * A cell of a table that has no column is not reported, but can contain "]". If text is a view of the document,
	 * its place shows which "]" is the one of the link.
	 */
	if (!is_inline && in_document(m, text.p) && !is_defined(m, (size_t)(text.p - start)))
		while (!is_inline && p < text.p && (p = iri_find_byte(p + 1, text.p, ']')) < text.p)
			is_inline = skip_link(m, p, text, &link);
	if (!is_inline)
		return;
	add_found(m, (struct found){
		.kind = kind,
		.off = text.n ? (size_t)(link.start - start) : m->line,
		.len = (size_t)(link.stop - link.start),
		.reference = add_reference(m, destination),
		.placed = text.n,
		.style = style_of(m, link.start),
	});
}

/* Whether the link that ends is an autolink: "<", one text, and ">". It means this text, or "mailto:" and the text. */
static bool is_autolink(const struct markdown *m, const MD_ATTRIBUTE *destination)
{
	const struct iri_str text = m->last_text;
	const size_t added = destination->size - text.n;

	return m->texts == 1 && text.p > m->document.p && text.p[-1] == '<' &&
	       text.p + text.n < m->document.p + m->document.n && text.p[text.n] == '>' &&
	       (added == 0 || added == strlen("mailto:")) && !memcmp(destination->text + added, text.p, text.n);
}

/* In a table, "\|" stands for "|". md4c keeps it in autolinks and raw HTML. Returns the new end of the text. */
static char *unescape_bars(char *p, char *end)
{
	char *to = p;

	while (p < end) {
		p += end - p >= 2 && *p == '\\' && p[1] == '|';
		*to++ = *p++;
	}
	return to;
}

/*
 * Whether s begins with the scheme of an autolink and ":" (CommonMark, section 6.5). md4c 0.4.8 does not check the
 * first character.
 */
static bool has_scheme(struct iri_str s)
{
	const char *const colon = iri_find_byte(s.p, s.p + s.n, ':');

	return colon < s.p + s.n && colon - s.p >= 2 && iri_is_scheme(s.p, colon);
}

/* Adds an autolink, whose place is that of its text. A text that is no autolink is running text. */
static void add_autolink(struct markdown *m, const MD_ATTRIBUTE *destination)
{
	const bool is_address = destination->size > m->last_text.n;
	struct iri_str text = m->last_text;

	/* md4c 0.4.8 takes "<<http://a>" for a link to "<http://a". */
	if (!is_address && *text.p == '<')
		text = iri_between(text.p + 1, text.p + text.n);
	const size_t off = (size_t)(text.p - m->document.p);
	if (!is_address && !has_scheme(text)) {
		source_map_add(&m->run, text.p, text.n, off, text.n);
		end_run(m); /* a ">" stands between this text and the next one */
		return;
	}
	struct part reference = add_reference(m, destination);
	reference.off += m->last_text.n - text.n;
	reference.len -= m->last_text.n - text.n;
	if (m->in_cell && !m->bytes.failed) {
		char *const end = unescape_bars(m->bytes.p + reference.off, m->bytes.p + m->bytes.n);
		m->bytes.n = (size_t)(end - m->bytes.p);
		reference.len = m->bytes.n - reference.off;
	}
	add_found(m, (struct found){
		.kind = SPAN_AUTOLINK,
		.off = off,
		.len = text.n,
		.reference = reference,
		.placed = true,
		.style = {
			.charrefs = CHARREF_MARKDOWN,
			.in_markdown = true,
			.in_cell = m->in_cell,
			.is_address = is_address,
		},
	});
}

/* Adds the definition of the current candidate, if its paragraph is a link to the destination of the candidate. */
static void add_definition(struct markdown *m, const MD_ATTRIBUTE *destination)
{
	const struct candidate *const candidates = (const void *)m->candidates.p;
	const size_t off = candidates[m->paragraphs - 1].off;
	const char *const start = m->document.p + off, *const end = m->document.p + m->document.n;

	/* md4c gives no pointer to an empty destination. */
	if (destination->size ? destination->text != start : start[-1] != '<' || start == end || *start != '>')
		return;
	const char *const p = m->original.p + off;
	iri_buf_add(&m->definitions, (const char *)&off, sizeof off);
	add_found(m, (struct found){
		.kind = SPAN_DEFINITION,
		.off = off,
		.len = destination->size,
		.reference = markdown_add_unescaped(m, p, p + destination->size),
		.placed = true,
		.style = style_of(m, p),
	});
}

/* Replaces the blanks at p by spaces if they end the line. md4c 0.4.8 does not expect a tab there. */
static void hide_tabs(char *p, const char *end)
{
	char *q = p;

	while (q < end && (*q == ' ' || *q == '\t'))
		q++;
	if (q == end || is_line_end(*q))
		memset(p, ' ', (size_t)(q - p));
}

/* Hides tabs after the fences of code. Else md4c does not find the end of the code (CommonMark, section 4.5). */
static void hide_tabs_of_fences(struct markdown *m)
{
	char *p = m->source.p + (m->source.n - m->document.n), *const end = m->source.p + m->source.n;

	for (; p < end; p++) {
		while (p < end && (*p == ' ' || *p == '\t' || *p == '>'))
			p++;
		char *const fence = p;
		while (p < end && (*p == '`' || *p == '~') && *p == *fence)
			p++;
		if (p - fence >= 3)
			hide_tabs(p, end);
		while (p < end && !is_line_end(*p))
			p++;
	}
}

/*
 * Hides tabs after the definition whose destination ends before p, and after its title. Else md4c does not find the
 * definition. limit: where the next candidate begins
 */
static void hide_tabs_of_definition(char *p, const char *limit, const char *end)
{
	hide_tabs(p, end);
	hide_tabs(p + (skip_title(p, limit) - p), end);
}

/*
 * Replaces backslashes and "&" in the destinations of candidates by "!", and escaped characters that would mean
 * something without the backslash by "!" or "=". md4c must find the same blocks as before. So the line of a candidate
 * that is an HTML tag must stay one: in an unquoted value, "!" is valid like the characters that it replaces, and "="
 * is invalid like "<" and ">".
 */
static void hide_escapes(struct markdown *m)
{
	const struct candidate *const candidates = (const void *)m->candidates.p;
	const size_t n = m->candidates.n / sizeof *candidates;
	char *const start = m->source.p + (m->source.n - m->document.n), *const end = m->source.p + m->source.n;

	for (size_t i = 0; i < n; i++) {
		char *p = start + candidates[i].off;
		const char *const limit = i + 1 < n ? start + candidates[i + 1].label : end;
		const bool in_brackets = p[-1] == '<';
		const char *const stop = skip_destination(p, limit, in_brackets);
		if (in_brackets && (stop == end || *stop != '>'))
			continue;
		hide_tabs_of_definition(p + (stop - p) + in_brackets, limit, end);
		while (p < stop) {
			const bool is_hidden = markdown_is_escape(p, stop) && strchr("()<>\\&|", p[1]);
			if (*p == '\\' || *p == '&')
				*p = '!';
			p++;
			if (is_hidden) {
				*p = *p == '<' || *p == '>' ? '=' : '!';
				p++;
			}
		}
	}
}

/* Ends the paragraphs of candidates, and undoes hide_escapes and hide_tabs. */
static void begin_document(struct markdown *m)
{
	m->in_document = true;
	memcpy(m->source.p + (m->source.n - m->document.n), m->original.p, m->original.n);
}

/* Ends the texts of a block. */
static void end_texts(struct markdown *m)
{
	end_run(m);
	end_raw(m, true);
	if (!failed(m))
		html_free(&m->html);
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct markdown *const m = arg;
	const MD_BLOCK_LI_DETAIL *const item = detail;
	const MD_BLOCK_CODE_DETAIL *const code = detail;
	const size_t prefix = m->source.n - m->document.n;

	/* In a tight list, md4c reports no paragraph around the text of an item before the list in it. */
	end_texts(m);
	if (type != MD_BLOCK_DOC && !m->in_document) {
		m->paragraphs++;
		if (type != MD_BLOCK_P || m->paragraphs > m->candidates.n / sizeof(struct candidate))
			begin_document(m);
	}
	/* md4c does not report the mark of a task, "[x]", and the text after "```" as texts. They may have "]". */
	if (type == MD_BLOCK_LI && item->is_task)
		m->cursor = item->task_mark_offset - prefix + strlen("x]");
	if (type == MD_BLOCK_CODE && in_document(m, code->info.text))
		m->cursor = (size_t)(code->info.text - m->document.p) + code->info.size;
	m->in_cell = type == MD_BLOCK_TH || type == MD_BLOCK_TD;
	m->codes += type == MD_BLOCK_CODE;
	m->in_block = false;
	m->texts = 0;
	return failed(m);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct markdown *const m = arg;

	(void)detail;
	end_texts(m);
	m->codes -= type == MD_BLOCK_CODE;
	/* md4c does not report the cells of a row that the table has no columns for. */
	if (type == MD_BLOCK_TR)
		while (m->cursor < m->document.n && !is_line_end(m->document.p[m->cursor]))
			m->cursor++;
	return failed(m);
}

static int enter_span(MD_SPANTYPE type, void *detail, void *arg)
{
	struct markdown *const m = arg;

	(void)detail;
	end_run(m);
	end_raw(m, false);
	m->links += type == MD_SPAN_A || type == MD_SPAN_IMG;
	m->codes += type == MD_SPAN_CODE;
	m->texts = 0;
	return failed(m);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *arg)
{
	struct markdown *const m = arg;
	const MD_SPAN_A_DETAIL *const a = detail;
	const MD_SPAN_IMG_DETAIL *const image = detail;

	end_run(m);
	end_raw(m, false);
	m->codes -= type == MD_SPAN_CODE;
	if (type != MD_SPAN_A && type != MD_SPAN_IMG)
		return failed(m);
	m->links--;
	const MD_ATTRIBUTE *const destination = type == MD_SPAN_A ? &a->href : &image->src;
	if (!m->in_document)
		add_definition(m, destination);
	else if (type == MD_SPAN_A && is_autolink(m, destination))
		add_autolink(m, destination);
	else
		markdown_add_link(m, type == MD_SPAN_A ? SPAN_INLINE : SPAN_IMAGE, destination);
	m->texts = 2; /* more than one, so that a link around this one is no autolink */
	return failed(m);
}

/* Returns the column after the character at p, which is in this column. A tab ends at a multiple of 4. */
static size_t next_column(const char *p, size_t column)
{
	return *p == '\t' ? column / 4 * 4 + 4 : column + 1;
}

/*
 * Adds the indent of the line of raw HTML that begins at p. md4c passes it as spaces, but its tabs are tabs in HTML
 * (CommonMark, section 2.2). Only a tab that is partly in the indent of a block quote or list becomes spaces.
 */
static void add_indent(struct markdown *m, const char *p)
{
	const char *start = p;
	size_t column = 0, width = 0;

	if (!m->indent)
		return;
	while (start > m->document.p && !is_line_end(start[-1]))
		start--;
	for (const char *q = start; q < p; q++)
		width = next_column(q, width);
	for (; start < p && column + m->indent < width; start++)
		column = next_column(start, column);
	for (; column + m->indent > width && m->indent; m->indent--)
		source_map_add(&m->raw, " ", 1, m->cursor, 0);
	source_map_add(&m->raw, start, (size_t)(p - start), (size_t)(start - m->document.p), (size_t)(p - start));
	m->indent = 0;
}

/* Collects raw HTML; p is a view of the document, or a line end or spaces of an indent that md4c adds. */
static void add_raw(struct markdown *m, const char *p, size_t n)
{
	const char *const end = p + n;
	const bool is_view = in_document(m, p);

	if (!is_view && *p == ' ') {
		m->indent += n;
		return;
	}
	if (is_view)
		add_indent(m, p);
	for (; m->indent; m->indent--) /* of an empty line */
		source_map_add(&m->raw, " ", 1, m->cursor, 0);
	while (p < end && is_view) {
		const char *bar = m->in_cell ? iri_find_byte(p, end, '\\') : end;
		while (bar < end && (end - bar < 2 || bar[1] != '|'))
			bar = iri_find_byte(bar + 1, end, '\\');
		const size_t place = (size_t)(p - m->document.p), len = (size_t)(bar - p);
		source_map_add(&m->raw, p, len, place, len);
		if (bar < end)
			source_map_add(&m->raw, "|", 1, place + len, 2);
		p = bar < end ? bar + 2 : end;
	}
	if (!is_view)
		source_map_add(&m->raw, p, n, m->cursor, 0);
}

/* Collects running text. */
static void markdown_add_text(struct markdown *m, MD_TEXTTYPE type, const char *p, size_t n)
{
	const size_t place = (size_t)(p - m->document.p);

	if (m->links || m->codes) {
		return;
	} else if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
		source_map_add(&m->run, "\n", 1, m->cursor, 0);
	} else if (type == MD_TEXT_NORMAL && in_document(m, p)) {
		source_map_add(&m->run, p, n, place, n);
	} else if (type == MD_TEXT_ENTITY && in_document(m, p)) {
		struct iri_buf resolved = {0};
		charref_resolve((struct iri_str){p, n}, CHARREF_MARKDOWN, &resolved, NULL);
		source_map_add(&m->run, resolved.p, resolved.n, place, n);
		m->run.text.failed = m->run.text.failed || resolved.failed;
		iri_buf_free(&resolved);
	} else {
		end_run(m);
	}
}

static int text(MD_TEXTTYPE type, const MD_CHAR *p, MD_SIZE n, void *arg)
{
	struct markdown *const m = arg;

	if (!m->in_document)
		return 0;
	if (in_document(m, p)) {
		m->cursor = (size_t)(p - m->document.p);
		reach(m, m->cursor);
		m->cursor += n;
		m->last_text = (struct iri_str){p, n};
	}
	m->texts++;
	if (type == MD_TEXT_HTML) {
		end_run(m);
		add_raw(m, p, n);
	} else {
		end_raw(m, false);
		markdown_add_text(m, type, p, n);
	}
	return failed(m);
}

/* Skips what can stand before a definition in its line: indents, and the markers of block quotes, lists and tasks. */
static const char *skip_markers(const char *p, const char *end)
{
	const char *start;

	do {
		start = p;
		while (p < end && (*p == ' ' || *p == '\t' || *p == '>'))
			p++;
		const char *q = p;
		while (q < end && iri_byte_class(*q) & CHAR_DIGIT)
			q++;
		if (q < end && (q > p ? *q == '.' || *q == ')' : *q == '-' || *q == '*' || *q == '+'))
			p = q + 1;
		else if (end - p >= 4 && *p == '[' && strchr(" xX", p[1]) && p[2] == ']' && is_space(p[3]))
			p += 3;
	} while (p > start);
	return p;
}

/*
 * Finds the candidates for definitions (CommonMark, section 4.7), and adds a paragraph for each to m->source. It has
 * the label in one line.
 */
static void find_candidates(struct markdown *m, struct iri_str document)
{
	const char *const end = document.p + document.n;

	for (const char *p = document.p; p < end; p++) {
		p = skip_markers(p, end);
		const char *const label = p + 1;
		const char *const stop = p < end && *p == '[' ? markdown_label_end(label, end) : NULL;
		if (stop && end - stop >= 2 && stop[1] == ':' && markdown_skip_space(label, end) < stop) {
			const char *q = skip_line_end(stop + 2, end);
			q += q < end && *q == '<';
			const struct candidate candidate = {(size_t)(p - document.p), (size_t)(q - document.p)};
			iri_buf_add(&m->candidates, (const char *)&candidate, sizeof candidate);
			iri_buf_putc(&m->source, '[');
			for (q = label; q < stop;) {
				const char *const word = q;
				while (q < stop && !is_line_end(*q))
					q++;
				iri_buf_add(&m->source, word, (size_t)(q - word));
				if (q < stop)
					iri_buf_putc(&m->source, ' ');
				q = markdown_skip_space(q, stop);
			}
			iri_buf_add(&m->source, "]\n\n", 3);
		}
		while (p < end && !is_line_end(*p))
			p++;
	}
}

/* Sorts links by their places. */
static int compare_found(const void *a, const void *b)
{
	const struct found *const x = a, *const y = b;

	if (x->off != y->off)
		return x->off < y->off ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/*
 * Reports the links in the order of their places. Skips a link that begins inside another one: for two definitions with
 * the same label and an empty destination, md4c does not tell which one it means, and one can be text in an attribute.
 */
static void markdown_report(const struct markdown *m, struct iri_str document, struct running_text *f)
{
	const struct found *const found = (const void *)m->found.p;
	const size_t n = m->found.n / sizeof *found;
	size_t end = 0;

	if (n)
		qsort(m->found.p, n, sizeof *found, compare_found);
	for (size_t i = 0; i < n && !f->stopped; i++) {
		if (found[i].placed && found[i].off < end)
			continue;
		end = found[i].off + found[i].len;
		running_report(f, &(struct span){
			.kind = found[i].kind,
			.broken = found[i].broken,
			.placed = found[i].placed,
			.text = {document.p + found[i].off, found[i].len},
			.reference = markdown_contents(m, found[i].reference),
			.style = found[i].style,
		});
	}
}

const char *markdown_search(struct running_text *f, struct iri_str document)
{
	static const MD_PARSER parser = {
		.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = text,
	};
	struct markdown m = {.original = document, .finder = {.options = f->options, .found = add_span, .arg = &m}};
	const char *error = NULL;

	find_candidates(&m, document);
	const size_t prefix = m.source.n;
	iri_buf_add(&m.source, document.p, document.n);
	/* md4c 0.4.8 can read a byte after the text. A line end there is what it should find. */
	const size_t size = m.source.n;
	iri_buf_add(&m.source, "\n\n\n\n", 4);
	m.source.n = size;
	if (size > UINT_MAX) {
		error = "is too large for Markdown: 4 GiB with the labels of links are the limit";
	} else if (!failed(&m)) {
		m.document = iri_between(m.source.p + prefix, m.source.p + m.source.n);
		hide_escapes(&m);
		hide_tabs_of_fences(&m);
		/* md_parse stops if a callback finds that memory ran out, or if its own memory does. */
		if (md_parse(m.source.p, (MD_SIZE)size, &parser, &m) != 0)
			m.bytes.failed = true;
	}
	if (failed(&m))
		f->decoded.failed = true;
	else if (!error)
		markdown_report(&m, document, f);
	struct iri_buf *const buffers[] = {&m.source, &m.candidates, &m.definitions, &m.found, &m.bytes};
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		iri_buf_free(buffers[i]);
	running_free(&m.finder);
	source_map_free(&m.run);
	source_map_free(&m.raw);
	html_free(&m.html);
	return error;
}
