/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "blocks.h"

#include "front_matter.h"
#include "scanners.h"
#include "tables.h"
#include "tags.h"

/*
 * The document is read line by line, once. A stack of containers (block quotes, list items, footnotes) and one leaf are
 * open. Each line is first matched with the containers; then it can go on with the leaf, or open containers and a leaf.
 * The parsing strategy is that of the appendix of CommonMark. Sections are those of 0.31.2, or of GFM 0.29.
 */

struct container {
	uint32_t width;          /* ITEM: the columns of indent that its lines have */
	enum container_kind { QUOTE, ITEM, FOOTNOTE } kind : 8;
	bool has_child;          /* ITEM */
};

/* The condition of lines that have only tags of MDX; the others are those of section 4.6. */
enum { MDX_TAGS = 8 };

enum { NO_LEAF, PARAGRAPH, TABLE, HTML, FENCED_CODE, INDENTED_CODE, MDX_COMMENT, MDX_CODE };

enum {
	CODE_INDENT = 4,     /* columns (section 4.4) */
	FOOTNOTE_INDENT = 4, /* columns that the lines of a footnote have */
};

static size_t blocks_count(const struct blocks *b)
{
	return ARRAY_COUNT(b->containers);
}

static struct container *container_at(const struct blocks *b, size_t i)
{
	return b->containers.item + i;
}

/*
 * The open leaf
 */

/* Adds a leaf that begins at `off` in the text and ends at `end`. */
static void add_leaf(struct blocks *b, enum leaf_kind kind, size_t off, size_t end)
{
	const struct leaf leaf = {.off = off, .len = end - off, .columns = b->columns, .kind = kind};

	if (end > off || kind == LEAF_DEFINITION)
		ARRAY_ADD(b->leaves, &leaf);
}

/* Adds the rest of the line from p on, with its line end. */
static void add_rest(struct blocks *b, const char *p)
{
	const size_t n = (size_t)(b->line.next - p);

	b->last_line = b->text.text.n;
	source_map_add(&b->text, p, n, (size_t)(p - b->document), n);
}

/* Takes the definitions from the start of the paragraph, whose text ends at `end` (section 4.7). */
static void take_definitions(struct blocks *b, size_t end)
{
	struct iri_str label, destination;

	if (source_map_failed(&b->text))
		return;
	while (b->leaf_start < end) {
		const char *const text = b->text.text.p;
		const char *const next = scan_definition(text + b->leaf_start, text + end, &label, &destination);
		if (!next)
			return;
		definitions_add(&b->definitions, label);
		const size_t off = (size_t)(destination.p - text);
		add_leaf(b, LEAF_DEFINITION, off, off + destination.n);
		b->leaf_start = (size_t)(next - text);
	}
}

/* Ends the paragraph whose text ends at `end`. kind: LEAF_TEXT or LEAF_HEADING */
static void end_paragraph(struct blocks *b, enum leaf_kind kind, size_t end)
{
	take_definitions(b, end);
	add_leaf(b, kind, b->leaf_start, end);
	b->leaf = NO_LEAF;
}

static void end_leaf(struct blocks *b)
{
	if (b->leaf == PARAGRAPH)
		end_paragraph(b, LEAF_TEXT, b->text.text.n);
	else if (b->leaf == TABLE || b->leaf == HTML)
		add_leaf(b, b->leaf == TABLE ? LEAF_TABLE : LEAF_HTML, b->leaf_start, b->text.text.n);
	else if (b->leaf == FENCED_CODE) /* only a directive has text */
		add_leaf(b, LEAF_DIRECTIVE, b->leaf_start, b->text.text.n);
	b->leaf = NO_LEAF;
}

/* Ends the leaf and the containers that do not go on in this line. */
static void end_unmatched(struct blocks *b)
{
	end_leaf(b);
	b->containers.buf.n = b->matched * sizeof(struct container);
	b->quotes.buf.n = b->quotes_matched * sizeof(size_t);
}

/* Begins a block in this line. If it is the first one, what does not go on ends before it. */
static void begin_block(struct blocks *b)
{
	if (!b->opened)
		end_unmatched(b);
	b->opened = true;
	if (b->containers.buf.n && !b->containers.buf.failed)
		container_at(b, blocks_count(b) - 1)->has_child = true;
}

static void begin_leaf(struct blocks *b, unsigned char leaf)
{
	begin_block(b);
	b->leaf = leaf;
	b->leaf_start = b->text.text.n;
}

static void begin_container(struct blocks *b, struct container container)
{
	const size_t number = blocks_count(b);

	ARRAY_ADD(b->containers, &container);
	if (container.kind == QUOTE)
		ARRAY_ADD(b->quotes, &number);
}

/*
 * Adds the line to the block of HTML, with its indent. Of a tab that containers use in part, the other columns become
 * spaces.
 */
static void add_html(struct blocks *b)
{
	const struct markdown_line *const l = &b->line;
	const char *p = l->blanks;
	size_t column = l->blanks_column;

	for (; p < l->first && column < l->column; p++)
		column = line_next_column(p, column);
	for (; column > l->column && p > l->blanks; column--)
		source_map_add(&b->text, " ", 1, (size_t)(p - b->document), 0);
	add_rest(b, p);
	if (b->condition <= 5 && tags_ends_block(b->condition, l->first, l->end))
		end_leaf(b);
}

/*
 * Containers
 */

/*
 * Finds the containers that go on in this line (section 5). In a blank line, the first block quote that needs a ">"
 * ends, but items and footnotes go on. So these need not be visited, which would take quadratic time.
 */
static void match_containers(struct blocks *b)
{
	struct markdown_line *const l = &b->line;
	const size_t n = blocks_count(b);

	b->matched = b->quotes_matched = 0;
	for (; b->matched < n && !line_is_blank(l); b->matched++) {
		const struct container *const c = container_at(b, b->matched);
		const size_t width = c->kind == ITEM ? c->width : FOOTNOTE_INDENT;
		if (c->kind == QUOTE) {
			if (!line_is_marker(l, '>'))
				return;
			b->quotes_matched++;
			line_skip_marker(l, 1);
			l->column += line_indent(l) > 0;
		} else if (line_indent(l) < width) {
			return;
		} else {
			l->column += width;
		}
	}
	if (b->matched == n)
		return;
	const size_t *const quotes = b->quotes.item;
	if (b->quotes_matched < ARRAY_COUNT(b->quotes)) {
		b->matched = quotes[b->quotes_matched];
		return;
	}
	/* "A list item can begin with at most one blank line" (section 5.2). */
	const struct container *const last = container_at(b, n - 1);
	b->matched = last->kind == ITEM && !last->has_child ? n - 1 : n;
}

/* Whether a task begins: GitHub looks for "- [ ]" at the start of the line only (GFM, section 5.3). */
static bool is_task(const struct markdown_line *l, bool is_first)
{
	const char *const p = l->first;

	return is_first && line_indent(l) < l->code_indent && l->end - p >= 3 && *p == '[' && strchr(" xX", p[1]) &&
	       p[2] == ']' && (p + 3 == l->end || scan_is_blank(p[3]));
}

/* Begins a list item, if its marker is there (section 5.2). in_paragraph: it would interrupt a paragraph */
static bool begin_item(struct blocks *b, bool in_paragraph)
{
	struct markdown_line *const l = &b->line;
	const char *p = l->first;
	unsigned long start = 0;

	while (p < l->end && p - l->first < 9 && iri_is_digit(*p))
		start = 10 * start + (unsigned long)(*p++ - '0');
	if (p == l->end || !strchr(p > l->first ? ".)" : "-+*", *p))
		return false;
	const bool is_wrong = in_paragraph && p > l->first && start != 1;
	const bool is_first = l->blanks == l->start;
	p++;
	if (is_wrong || (p < l->end && !scan_is_blank(*p)) ||
	    (in_paragraph && scan_skip_blanks(p, l->end) == l->end))
		return false;
	size_t width = line_indent(l) + (size_t)(p - l->first);
	begin_block(b);
	line_skip_marker(l, (size_t)(p - l->first));
	/* Five columns and more are one, and then indented code. */
	const size_t used = line_is_blank(l) || line_indent(l) > l->code_indent ? 1 : line_indent(l);
	width += used;
	l->column += line_is_blank(l) ? 0 : used;
	begin_container(b, (struct container){.width = (uint32_t)width, .kind = ITEM});
	if (is_task(l, is_first)) {
		line_skip_marker(l, 3);
		if (!line_is_blank(l))
			begin_leaf(b, PARAGRAPH);
	}
	return true;
}

/* Begins a footnote, if its marker "[^label]:" is there. */
static bool begin_footnote(struct blocks *b)
{
	const char *const start = b->line.first, *const end = b->line.end;
	const char *p = start + 2;

	if (end - start < 2 || start[1] != '^')
		return false;
	while (p < end && !is_space(*p) && *p != ']')
		p++;
	if (p == start + 2 || end - p < 2 || *p != ']' || p[1] != ':')
		return false;
	const struct iri_str label = iri_between(start + 2, p);
	ARRAY_ADD(b->footnotes, &label);
	begin_block(b);
	line_skip_marker(&b->line, (size_t)(p + 2 - start));
	b->line.column = b->line.first_column;
	begin_container(b, (struct container){.kind = FOOTNOTE});
	return true;
}

/*
 * Leaves
 */

/* Returns the end of the text from p to `end` without blanks at its end. */
static const char *blocks_trim_end(const char *p, const char *end)
{
	while (end > p && scan_is_blank(end[-1]))
		end--;
	return end;
}

/* Begins a heading with "#" (section 4.2), which is a leaf of one line. */
static bool begin_heading(struct blocks *b)
{
	const struct markdown_line *const l = &b->line;
	const char *p = l->first;

	while (p < l->end && *p == '#')
		p++;
	if (p - l->first > 6 || (p < l->end && !scan_is_blank(*p)))
		return false;
	begin_leaf(b, NO_LEAF);
	p = scan_skip_blanks(p, l->end);
	if (p < l->end) {
		const char *end = blocks_trim_end(p, l->end), *closing = end;
		while (closing > p && closing[-1] == '#')
			closing--;
		if (closing == p || scan_is_blank(closing[-1]))
			end = blocks_trim_end(p, closing);
		add_rest(b, p);
		add_leaf(b, LEAF_HEADING, b->leaf_start, b->leaf_start + (size_t)(end - p));
	}
	return true;
}

/* Whether a directive of MyST at p names files. *is_toctree: those in its lines, else that in its first line */
static bool names_files(const char *p, const char *end, bool *is_toctree)
{
	static const char *const directives[] = {"{figure}", "{image}", "{include}", "{literalinclude}"};
	bool names = *is_toctree = scan_begins(p, end, "{toctree}");

	for (size_t i = 0; !names && i < sizeof directives / sizeof *directives; i++)
		names = scan_begins(p, end, directives[i]);
	return names;
}

/*
 * Begins fenced code, also with ":" instead of backquotes, if that is a directive of MyST that names files; but only
 * what is in a toctree is no text then.
 */
static bool begin_fenced_code(struct blocks *b)
{
	const struct markdown_line *const l = &b->line;
	const size_t n = line_fence_length(l);
	const char *const language = scan_skip_blanks(l->first + n, l->end);
	const bool is_directive = n && language < l->end && *language == '{';
	bool is_toctree = false;

	if (!n || (*l->first == '`' && iri_find_byte(l->first + n, l->end, '`') < l->end))
		return false;
	const bool names = is_directive && names_files(language, l->end, &is_toctree);
	if (*l->first == ':' && !names)
		return false;
	begin_leaf(b, *l->first == ':' && !is_toctree ? NO_LEAF : FENCED_CODE);
	b->fence = n;
	b->has_include |= is_directive && scan_begins(language, l->end, "{include}");
	b->has_directive |= is_directive;
	b->in_toctree = is_toctree;
	b->fence_mark = *l->first;
	if (names)
		add_rest(b, language);
	if (names && b->leaf == NO_LEAF)
		add_leaf(b, LEAF_DIRECTIVE, b->leaf_start, b->text.text.n);
	return true;
}

static bool begin_html(struct blocks *b, bool in_paragraph)
{
	enum { COMMENT = 2, CDATA = 5 };
	unsigned condition = tags_begins_block(b->line.first, b->line.end);

	/* MDX: tags are in a line of their own or in text. Around them, all is Markdown. */
	if (b->is_mdx && (condition < COMMENT || condition > CDATA))
		condition = tags_fill_line(b->line.first, b->line.end, &b->tag) ? MDX_TAGS : 0;
	/* In a lazy line, condition 7 counts as on GitHub; commonmark.js takes the line for text. */
	if (!condition || (condition == 7 && in_paragraph))
		return false;
	begin_leaf(b, HTML);
	b->condition = condition;
	add_html(b);
	if (condition == MDX_TAGS && !b->tag.open)
		end_leaf(b);
	return true;
}

/* Makes the paragraph a heading, if text remains after its definitions (section 4.3). */
static bool end_heading(struct blocks *b)
{
	take_definitions(b, b->text.text.n);
	if (b->leaf_start == b->text.text.n)
		return false;
	end_paragraph(b, LEAF_HEADING, b->text.text.n);
	return true;
}

/* Begins a table, if the line is a delimiter row, and the last line of the paragraph has as many cells. */
static bool begin_table(struct blocks *b)
{
	const struct markdown_line *const l = &b->line;
	const size_t columns = tables_columns(l->first, l->end), header = b->last_line;

	if (!columns || source_map_failed(&b->text) || b->leaf_start > header)
		return false;
	const char *const row = b->text.text.p + header, *const end = b->text.text.p + b->text.text.n;
	if (tables_count_cells(row, scan_line_end(row, end)) != columns)
		return false;
	end_paragraph(b, LEAF_TEXT, header);
	b->leaf = TABLE;
	b->leaf_start = header;
	b->columns = columns;
	return true;
}

/* MDX: begins a comment that does not end in this line, or code: lines with "import" or "export". */
static bool begin_mdx(struct blocks *b, bool in_paragraph)
{
	const struct markdown_line *const l = &b->line;

	if (scan_begins(l->first, l->end, "{/*") && !scan_find_after(l->first, l->end, "*/}")) {
		begin_leaf(b, MDX_COMMENT);
		add_rest(b, l->first);
		return true;
	}
	if (in_paragraph || b->containers.buf.n || l->first != l->start ||
	    !(scan_begins(l->first, l->end, "import ") || scan_begins(l->first, l->end, "export ")))
		return false;
	begin_leaf(b, MDX_CODE);
	return true;
}

/*
 * Lines
 */

enum next {
	GO_ON,     /* a container was opened: another block can begin in it */
	LINE_DONE, /* a leaf was opened or closed that takes the line */
	TEXT,      /* no block begins */
};

/* Opens the block that begins in the line, if any. */
static enum next begin_next(struct blocks *b)
{
	struct markdown_line *const l = &b->line;
	const bool is_first = !b->opened && b->leaf == PARAGRAPH;
	const bool in_paragraph = is_first && b->matched == blocks_count(b);

	if (line_is_blank(l))
		return TEXT;
	if (line_indent(l) >= l->code_indent) {
		if (is_first)
			return TEXT;
		begin_leaf(b, INDENTED_CODE);
		return LINE_DONE;
	}
	if (b->is_mdx && begin_mdx(b, in_paragraph))
		return LINE_DONE;
	switch (*l->first) {
	case '>':
		begin_block(b);
		line_skip_marker(l, 1);
		l->column += line_indent(l) > 0;
		begin_container(b, (struct container){.kind = QUOTE});
		return GO_ON;
	case '#':
		return begin_heading(b) ? LINE_DONE : TEXT;
	case '`':
	case '~':
		return begin_fenced_code(b) ? LINE_DONE : TEXT;
	case ':':
		if (begin_fenced_code(b))
			return LINE_DONE;
		break;
	case '<':
		return begin_html(b, in_paragraph) ? LINE_DONE : TEXT;
	case '[':
		return begin_footnote(b) ? GO_ON : TEXT;
	case '%':
		if (!b->has_comments)
			return TEXT;
		begin_leaf(b, NO_LEAF);
		return LINE_DONE;
	}
	if (in_paragraph && line_is_underline(l) && end_heading(b))
		return LINE_DONE;
	if (line_is_break(l)) {
		begin_leaf(b, NO_LEAF);
		return LINE_DONE;
	}
	if (begin_item(b, in_paragraph))
		return b->leaf == PARAGRAPH ? TEXT : GO_ON;
	return in_paragraph && begin_table(b) ? LINE_DONE : TEXT;
}

/* Whether the open tag of MDX takes the line. Ends the leaf if the tag ends. */
static bool tag_goes_on(struct blocks *b)
{
	struct markdown_line *const l = &b->line;
	const bool is_stopped = line_is_blank(l) && !b->tag.depth && !b->tag.quote;
	const char *const end = is_stopped ? NULL : tags_mdx_end(l->first, l->end, &b->tag);

	if (!is_stopped && !end && !b->tag.failed) {
		add_html(b);
		return true;
	}
	if (end)
		source_map_add(&b->text, l->first, (size_t)(end - l->first), (size_t)(l->first - b->document),
		               (size_t)(end - l->first));
	end_leaf(b);
	if (end)
		line_skip_marker(l, (size_t)(end - l->first));
	return end && line_is_blank(l);
}

/* Whether the open leaf takes the line, all of whose containers match. Ends it if it does not go on. */
static bool goes_on(struct blocks *b)
{
	struct markdown_line *const l = &b->line;

	switch (b->leaf) {
	case FENCED_CODE:
		if (line_is_marker(l, b->fence_mark) && line_fence_length(l) >= b->fence &&
		    scan_skip_blanks(l->first + line_fence_length(l), l->end) == l->end)
			end_leaf(b);
		else if (b->in_toctree)
			add_rest(b, l->first);
		return true;
	case INDENTED_CODE:
		if (line_is_blank(l) || line_indent(l) >= l->code_indent)
			return true;
		break;
	case HTML:
		if (b->condition == MDX_TAGS)
			return tag_goes_on(b);
		if (!line_is_blank(l) || b->condition <= 5) {
			add_html(b);
			return true;
		}
		break;
	case MDX_COMMENT: {
		const char *const end = scan_find_after(l->first, l->end, "*/}");
		if (!end) {
			add_rest(b, l->first);
			return true;
		}
		source_map_add(&b->text, l->first, (size_t)(end - l->first), (size_t)(l->first - b->document),
		               (size_t)(end - l->first));
		add_leaf(b, LEAF_COMMENT, b->leaf_start, b->text.text.n);
		line_skip_marker(l, (size_t)(end - l->first));
		break;
	}
	default:
		if (!line_is_blank(l))
			return b->leaf == MDX_CODE;
	}
	end_leaf(b);
	return false;
}

/* Adds a line in which no block begins. */
static void blocks_add_text(struct blocks *b)
{
	const struct markdown_line *const l = &b->line;
	const bool all = b->opened || b->matched == blocks_count(b);

	if (b->leaf == TABLE && all && tables_count_cells(l->first, l->end)) {
		add_rest(b, l->first);
		return;
	}
	/* A line that lacks markers of containers can go on with a paragraph: "laziness" (section 5.1). */
	if (b->leaf != PARAGRAPH)
		begin_leaf(b, PARAGRAPH);
	add_rest(b, l->first);
}

static void read_line(struct blocks *b)
{
	enum next next = GO_ON;

	line_set_blanks(&b->line, b->line.start, 0);
	b->opened = false;
	match_containers(b);
	if (b->matched == blocks_count(b) && goes_on(b))
		return;
	while (next == GO_ON && !b->containers.buf.failed && !b->quotes.buf.failed)
		next = begin_next(b);
	if (next != TEXT)
		return;
	if (!line_is_blank(&b->line))
		blocks_add_text(b);
	else if (!b->opened && b->matched < blocks_count(b))
		end_unmatched(b);
}

/* Sets the line that begins at p. */
static void set_line(struct blocks *b, const char *p, const char *end)
{
	if (!b->next_cr || b->next_cr < p)
		b->next_cr = iri_find_byte(p, end, '\r');
	b->line = (struct markdown_line){
		.start = p,
		.end = iri_find_byte(p, b->next_cr, '\n'),
		.no_break = p,
		.code_indent = b->is_mdx ? SIZE_MAX : CODE_INDENT,
	};
	b->line.next = scan_next_line(b->line.end, end);
}

/* Reads front matter, if the document begins with it. Returns the place after it. */
static const char *read_front_matter(struct blocks *b, struct iri_str document)
{
	struct iri_str lines;
	const char *const next = front_matter_end(document, &lines);

	if (next > document.p) {
		source_map_add(&b->text, lines.p, lines.n, (size_t)(lines.p - document.p), lines.n);
		add_leaf(b, LEAF_METADATA, 0, b->text.text.n);
	}
	return next;
}

void blocks_read(struct blocks *b, struct iri_str document, bool is_mdx)
{
	const char *const end = document.p + document.n;

	b->is_mdx = is_mdx;
	b->document = document.p;
	const char *p = read_front_matter(b, document);
	for (; p < end && !blocks_failed(b); p = b->line.next) {
		set_line(b, p, end);
		read_line(b);
	}
	end_leaf(b);
	definitions_sort(&b->definitions);
}

void blocks_free(struct blocks *b)
{
	source_map_free(&b->text);
	iri_buf_free(&b->leaves.buf);
	iri_buf_free(&b->footnotes.buf);
	definitions_free(&b->definitions);
	iri_buf_free(&b->containers.buf);
	iri_buf_free(&b->quotes.buf);
}
