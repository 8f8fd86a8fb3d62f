/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc.h"

#include "asciidoc_inline.h"
#include "asciidoc_report.h"
#include "html_report.h"

#include "cmd/base/space.h"
#include "cmd/markup/asciidoc_line.h"
#include "cmd/markup/asciidoc_target.h"
#include "cmd/markup/asciidoc_url.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

enum { MOST_TABLES = 3 }; /* tables in cells of tables */

struct asciidoc {
	struct asciidoc_text text;
	struct html html;
	struct asciidoc_places places;
	bool all; /* text without such places is searched, too */
};

static bool adoc_stopped(const struct asciidoc_blocks *b)
{
	return b->a->text.f->stopped || asciidoc_text_failed(&b->a->text) || html_failed(&b->a->html);
}

/* Whether the line has a place that can matter. */
static inline bool has_place(struct asciidoc *a, struct iri_str line)
{
	return asciidoc_next_place(&a->places, line.p) < line.p + line.n;
}

static void search_html_block(struct asciidoc *a, struct iri_str text)
{
	if (asciidoc_collects(&a->text))
		return;
	html_search(a->text.f, &a->html, a->text.layer, text, true);
	if (!html_failed(&a->html))
		html_free(&a->html);
}

static void search_paragraph(struct asciidoc_blocks *b)
{
	struct asciidoc_text *const t = &b->a->text;
	const bool in_listing = b->content == CONTENT_LISTING || b->style == STYLE_LISTING;
	const unsigned char flags = t->flags;

	if (in_listing && b->has_macros && !b->is_replaced)
		t->flags |= CODEC_VERBATIM;
	if (b->style == STYLE_HTML)
		search_html_block(b->a, iri_between(b->paragraph, b->paragraph_end));
	else
		asciidoc_search_text(t, asciidoc_trim_end(b->paragraph, b->paragraph_end));
	t->flags = flags;
}

/* Searches the text of the paragraph up to here. The paragraph may go on. */
static inline void adoc_flush(struct asciidoc_blocks *b)
{
	if (b->paragraph && (b->has_place || b->a->all || b->style == STYLE_HTML) && !adoc_stopped(b))
		search_paragraph(b);
	b->paragraph = NULL;
	b->has_place = false;
}

static void adoc_end_paragraph(struct asciidoc_blocks *b)
{
	adoc_flush(b);
	if (b->in_paragraph)
		b->style = STYLE_NONE;
	b->in_paragraph = b->is_literal = false;
}

static void add_text_line(struct asciidoc_blocks *b, struct iri_str line)
{
	if (!b->paragraph)
		b->paragraph = line.p;
	b->paragraph_end = line.p + line.n;
	b->in_paragraph = true;
	b->has_place = b->has_place || has_place(b->a, line);
}

/*
 * Blocks
 */

/* Returns the number of open blocks outside of the one that this delimiter ends; ASCIIDOC_MOST_OPEN if it ends none. */
static unsigned ended_block(const struct asciidoc_blocks *b, struct iri_str line)
{
	for (unsigned i = 0; i < b->depth; i++)
		if (b->open[i].c == *line.p && b->open[i].n == line.n)
			return i;
	return ASCIIDOC_MOST_OPEN;
}

static void adoc_search_blocks(struct asciidoc *a, struct iri_str text, unsigned tables);

/* Searches the cells of a table. Each is read like a document, as if its style were "a". */
static void adoc_search_table(struct asciidoc_blocks *b, struct iri_str text)
{
	struct asciidoc_cells cells = asciidoc_split(text, b->open[b->depth - 1].c);
	struct iri_str cell;

	while (!adoc_stopped(b) && asciidoc_next_cell(&cells, &cell)) {
		b->a->text.flags = CODEC_IN_CELL;
		if (has_place(b->a, cell) || asciidoc_has_marks(&b->a->text, cell))
			adoc_search_blocks(b->a, trim_html_space(cell), b->tables + 1);
	}
	b->a->text.flags = b->tables ? CODEC_IN_CELL : 0;
}

/* Ends the innermost block, whose content ends here, unless it is text. */
static void end_content(struct asciidoc_blocks *b, const char *end)
{
	const struct iri_str text = iri_between(b->start, end);

	adoc_end_paragraph(b);
	if (b->content == CONTENT_HTML && !adoc_stopped(b))
		search_html_block(b->a, text);
	else if (b->content == CONTENT_TABLE && !adoc_stopped(b))
		adoc_search_table(b, text);
	b->content = CONTENT_TEXT;
	b->has_macros = false;
}

/* Begins or ends a block at a line that asciidoc_is_delimiter knows. */
static void read_delimiter(struct asciidoc_blocks *b, struct iri_str line, enum asciidoc_content content)
{
	const unsigned ended = ended_block(b, line);
	const bool is_open = iri_is(line, "--");

	adoc_end_paragraph(b);
	if (ended < b->depth) {
		b->depth = ended;
	} else if (b->depth < ASCIIDOC_MOST_OPEN && (content != CONTENT_TABLE || b->tables < MOST_TABLES)) {
		b->open[b->depth].c = *line.p;
		b->open[b->depth++].n = line.n;
		b->start = b->next;
		if (is_open && (b->style == STYLE_HTML || b->style == STYLE_COMMENT))
			content = b->style == STYLE_HTML ? CONTENT_HTML : CONTENT_COMMENT;
		else if ((is_open && b->style == STYLE_LISTING) ||
		         ((is_open || content == CONTENT_HTML) && b->style == STYLE_MATH))
			content = CONTENT_LISTING;
		b->content = content;
	}
	b->style = STYLE_NONE;
}

/* Reports the document that the line includes. Returns false if it includes none. */
static bool read_include(struct asciidoc_blocks *b, struct iri_str line)
{
	struct iri_str target, list;

	if (*line.p != 'i' || !has_place(b->a, line) || !asciidoc_read_macro(line, "include::", &target, &list))
		return false;
	adoc_flush(b);
	if (!adoc_stopped(b))
		asciidoc_report(&b->a->text, SPAN_INCLUDE, target, (struct codec_use){0});
	return true;
}

/* Reads a line of a block that is no text. */
static void read_content(struct asciidoc_blocks *b, struct iri_str line)
{
	struct iri_str delimiter = line;
	enum asciidoc_content content;
	const unsigned ended = line.n && asciidoc_is_delimiter(&delimiter, &content) && delimiter.n == line.n
	                               ? ended_block(b, line) : ASCIIDOC_MOST_OPEN;

	if (ended < b->depth) {
		end_content(b, line.p);
		b->depth = ended;
	} else if (b->content == CONTENT_LISTING && !read_include(b, line) && b->has_macros) {
		if (line.n)
			add_text_line(b, line);
		else
			adoc_flush(b);
	}
}

/*
 * Lines that begin a paragraph, and those that stand before a block
 */

/* Reads :name: value. A value that is a URL is a definition, others are text. A backslash at its end continues it. */
static bool read_definition(struct asciidoc_blocks *b, struct iri_str line)
{
	const char *const colon = iri_find_byte(line.p + 1, line.p + line.n, ':');
	const struct iri_str name = iri_between(line.p + 1, colon);
	struct iri_str value = iri_between(colon, line.p + line.n);
	bool goes_on = true;

	if (!value.n || colon - line.p < 2 || !(asciidoc_is_word(line.p[1]) || line.p[1] == '!') ||
	    (value.n > 1 && !is_space(value.p[1])))
		return false;
	adoc_flush(b);
	value.p++;
	value.n--;
	for (; goes_on && !adoc_stopped(b); value = asciidoc_line_at(b->next, b->end, &b->next)) {
		goes_on = value.n > 1 && value.p[value.n - 1] == '\\' && is_space(value.p[value.n - 2]);
		value.n -= goes_on;
		value = trim_html_space(value);
		const bool is_link = asciidoc_is_url(value);
		if (is_link)
			asciidoc_report_definition(&b->a->text, value);
		else
			asciidoc_search_text(&b->a->text, value);
		/* A value of several lines is not kept. */
		if (b->a->text.attributes)
			asciidoc_define(b->a->text.attributes, name, goes_on ? (struct iri_str){"", 0} : value,
			                is_link && !goes_on);
		if (!goes_on)
			break;
	}
	return true;
}

/* Reads image::target[list], also of video and audio. */
static bool read_block_macro(struct asciidoc_blocks *b, struct iri_str line)
{
	static const char *const names[] = {"image::", "video::", "audio::"};
	size_t i = *line.p <= 'v' && has_place(b->a, line) ? 0 : 3;
	struct iri_str target, list;

	while (i < 3 && !(*line.p == *names[i] && asciidoc_read_macro(line, names[i], &target, &list)))
		i++;
	if (i == 3 || is_space(*target.p) || is_space(target.p[target.n - 1]))
		return false;
	/* The target of a video can be its name at a service. */
	if (i != 1 || !(iri_begins(list, "youtube") || iri_begins(list, "vimeo")))
		asciidoc_report(&b->a->text, SPAN_IMAGE, target, (struct codec_use){0});
	asciidoc_report_list(&b->a->text, list, (struct codec_use){0});
	return true;
}

static void search_title(struct asciidoc *a, struct iri_str text)
{
	if (a->all || has_place(a, text))
		asciidoc_search_text(&a->text, text);
}

/* Reads a line that can begin a block. Returns false if it is text, as which it is not read yet. */
static bool read_start(struct asciidoc_blocks *b, struct iri_str line)
{
	const char *const end = line.p + line.n;
	const char first = *line.p;
	const char *p = line.p;

	if (first == ':' && read_definition(b, line))
		return true;
	if (b->in_paragraph)
		return false;
	if (asciidoc_is_block_title(line)) {
		search_title(b->a, iri_between(line.p + 1, end));
		return true;
	}
	while (p < end && *p == first)
		p++;
	const bool is_heading = (first == '=' || first == '#') && p < end && is_space(*p) && p - line.p <= 6;
	const bool is_title = !b->depth && !b->tables && asciidoc_is_title(line, iri_between(b->next, b->end));
	if (is_heading || is_title) {
		b->in_header = is_title ? *b->next == '=' : first == '=' && p - line.p == 1;
		if (is_title)
			asciidoc_line_at(b->next, b->end, &b->next);
		search_title(b->a, line);
		b->style = STYLE_NONE;
		return true;
	}
	if (read_block_macro(b, line) || (p == end && p - line.p > 2 && strchr("'<-*_", first))) {
		b->style = STYLE_NONE;
		return true;
	}
	const bool is_indented = is_space(first) && b->style == STYLE_NONE && !b->wants_text &&
	                         !asciidoc_is_item(line) && !(has_place(b->a, line) && asciidoc_find_term(line, &p));
	b->is_literal = is_indented || (b->style > STYLE_HTML && !b->has_macros);
	b->in_paragraph = true;
	return false;
}

/* Reads a line of text. */
static void adoc_read_text(struct asciidoc_blocks *b, struct iri_str line)
{
	const char *text = line.p;
	const char *const term = has_place(b->a, line) ? asciidoc_find_term(line, &text) : NULL;

	if (b->is_literal)
		return;
	if (term || (asciidoc_can_be_item(line) && asciidoc_is_item(line)))
		adoc_flush(b);
	b->wants_text = term && text == line.p + line.n;
	if (term) {
		add_text_line(b, iri_between(line.p, term));
		adoc_flush(b);
	}
	if (!b->wants_text)
		add_text_line(b, iri_between(text, line.p + line.n));
}

/* Reads a line that begins with punctuation. Returns false if it is text, as which it is not read yet. */
static bool adoc_read_mark(struct asciidoc_blocks *b, struct iri_str line)
{
	struct iri_str delimiter = line;
	enum asciidoc_content content;
	const bool begins_cell = b->tables && !b->depth && line.p == b->start;

	if (iri_begins(line, "//") && (line.n == 2 || line.p[2] != '/') && !begins_cell) {
		adoc_flush(b);
	} else if (asciidoc_can_be_delimiter(line.p, b->end) && asciidoc_is_delimiter(&delimiter, &content)) {
		read_delimiter(b, delimiter, content);
	} else if (*line.p == '[' && asciidoc_is_list(line)) {
		adoc_end_paragraph(b);
		asciidoc_read_list(line, &b->style, &b->has_macros, &b->is_replaced);
	} else if (iri_is(line, "+")) {
		adoc_end_paragraph(b);
		b->wants_text = false;
	} else {
		return false;
	}
	return true;
}

static void adoc_read_line(struct asciidoc_blocks *b, struct iri_str line)
{
	if (!line.n) {
		b->in_header = false;
		adoc_end_paragraph(b);
		return;
	}
	if (has_place(b->a, line))
		line = asciidoc_without_condition(line);
	if (!line.n)
		return;
	if (iri_is_alphanumeric(*line.p) ? read_include(b, line) : adoc_read_mark(b, line))
		return;
	if ((b->in_paragraph && !b->in_header) || !read_start(b, line))
		adoc_read_text(b, line);
}

/* Begins a paragraph at p, whose lines end before `next`. Returns false if `next` underlines it: it is a title. */
static bool begin_paragraph(struct asciidoc_blocks *b, const char *p, const char *next)
{
	const bool can_be_title = !b->depth && !b->tables && next < b->end && asciidoc_can_underline(*next);
	const char *after = NULL;
	struct iri_str line = {p, 0};

	if (can_be_title || is_space(*p))
		line = asciidoc_line_at(p, next, &after);
	if (can_be_title && after == next && asciidoc_is_title(line, iri_between(next, b->end)))
		return false;
	b->is_literal = (is_space(*p) && b->style == STYLE_NONE && !b->wants_text && !asciidoc_is_item(line)) ||
	                (b->style > STYLE_HTML && !b->has_macros);
	b->in_paragraph = true;
	return true;
}

/* Reads the next lines that are only text of a paragraph. Returns whether there are such. */
static bool adoc_read_prose(struct asciidoc_blocks *b)
{
	const char *const start = b->next;
	bool has_place = false;
	const char *const next = asciidoc_prose_end(&b->a->places, start, b->end, &has_place);

	if (next == start || (!b->in_paragraph && !begin_paragraph(b, start, next)))
		return false;
	if (!b->is_literal) {
		b->paragraph = b->paragraph ? b->paragraph : start;
		b->paragraph_end = next;
		b->has_place = b->has_place || has_place;
		b->wants_text = false;
	}
	b->next = next;
	return true;
}

/* Reads the lines of the text from b->read on. */
static void adoc_read_lines(struct asciidoc_blocks *b, struct asciidoc *a, struct iri_str text)
{
	b->a = a;
	b->start = text.p;
	b->end = text.p + text.n;
	b->next = text.p + b->read;
	while (b->next < b->end && !a->text.f->stopped) {
		if (b->content != CONTENT_TEXT) {
			if (!b->has_macros)
				b->next = asciidoc_content_end(b->next, b->end);
			if (b->next < b->end)
				read_content(b, asciidoc_line_at(b->next, b->end, &b->next));
		} else if (*b->next == '\n') {
			adoc_read_line(b, iri_between(b->next, b->next));
			b->next++;
		} else if (!adoc_read_prose(b)) {
			adoc_read_line(b, asciidoc_line_at(b->next, b->end, &b->next));
		}
	}
}

static void adoc_search_blocks(struct asciidoc *a, struct iri_str text, unsigned tables)
{
	struct asciidoc_blocks b = {.tables = tables};

	adoc_read_lines(&b, a, text);
	end_content(&b, b.end);
}

/* Reads a whole document for the first time, to find the links that use its definitions. */
static void adoc_collect(struct finder *f, const struct layer *document, struct asciidoc_attributes *attributes)
{
	const struct iri_str text = document->text;
	struct asciidoc a = {.text = {.f = f, .layer = document, .attributes = attributes}, .all = true};

	if (!text.n || !memchr(text.p, '{', text.n))
		return;
	a.places.end = text.p + text.n;
	attributes->collects = true;
	adoc_search_blocks(&a, text, 0);
	asciidoc_read_again(attributes);
	f->joined.failed = f->joined.failed || asciidoc_text_failed(&a.text);
	asciidoc_text_free(&a.text);
	html_free(&a.html);
}

size_t asciidoc_search(struct finder *f, struct asciidoc_blocks *b, const struct layer *document, bool at_end)
{
	const struct iri_str text = iri_present(document->text);
	struct asciidoc_attributes attributes = {0};
	struct asciidoc a = {.text = {.f = f, .layer = document}, .places.end = text.p + text.n};

	a.all = f->options->links.bare || f->options->defanged;
	if (f->options->labels)
		a.text.attributes = &attributes;
	if (f->options->labels && at_end)
		adoc_collect(f, document, &attributes);
	adoc_read_lines(b, &a, text);
	if (at_end)
		end_content(b, b->end);
	/* The content of these is searched at its end. */
	const bool is_kept = b->content == CONTENT_HTML || b->content == CONTENT_TABLE;
	const size_t done = is_kept ? (size_t)(b->start - text.p) : text.n;
	b->read = text.n - done;
	f->joined.failed = f->joined.failed || asciidoc_text_failed(&a.text) || html_failed(&a.html);
	asciidoc_text_free(&a.text);
	asciidoc_attributes_free(&attributes);
	html_free(&a.html);
	return done;
}
