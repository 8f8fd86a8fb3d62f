/* SPDX-License-Identifier: ISC */
/*
 * Lines of AsciiDoc: what each is by itself. A line has no line end, and no blanks at its end. Only where that is said,
 * it may be empty.
 */
#ifndef ASCIIDOC_LINE_H
#define ASCIIDOC_LINE_H

#include "cmd/base/space.h"
#include "lib/base/str.h"

/* What stands in a block */
enum asciidoc_content {
	CONTENT_TEXT,
	CONTENT_LISTING, /* text as it stands, in which only include:: counts */
	CONTENT_COMMENT,
	CONTENT_HTML,
	CONTENT_TABLE,
};

/* What the list of attributes before a block says of it */
enum asciidoc_style { STYLE_NONE, STYLE_TEXT, STYLE_HTML, STYLE_LISTING, STYLE_COMMENT, STYLE_MATH };

/* Returns the text from p to end, without blanks at its end. */
static inline struct iri_str asciidoc_trim_end(const char *p, const char *end)
{
	while (end > p && is_html_space(end[-1]))
		end--;
	return iri_between(p, end);
}

/* Returns the line at p, which may be empty, and sets *next to the one after it. */
static inline struct iri_str asciidoc_line_at(const char *p, const char *end, const char **next)
{
	const char *const line_end = iri_find_byte(p, end, '\n');

	*next = line_end + (line_end < end);
	return asciidoc_trim_end(p, line_end);
}

/*
 * The places of a document that can matter: "::", ";;", "<<", and the ":" of a scheme or macro. Most lines have none,
 * so that they are no term of a description list, and have no link. Set `end`.
 */
struct asciidoc_places {
	const char *end;     /* of the document */
	const char *next[3]; /* the next places, of each kind, if they are not before the line */
	const char *first;   /* the first of these */
};

/*
 * Whether the ":" at p can be that of a scheme or macro: after the last two letters of one, and before no white space.
 * start: of the text, or a part of it before p
 */
bool asciidoc_is_link_colon(const char *start, const char *p, const char *end);

/* For asciidoc_next_place */
const char *asciidoc_find_place(struct asciidoc_places *s, const char *p);

/* Returns the next such place from p on, or the end of the document. p is no part of a word, and only moves on. */
static inline const char *asciidoc_next_place(struct asciidoc_places *s, const char *p)
{
	return s->first && s->first >= p ? s->first : asciidoc_find_place(s, p);
}

/* Whether the line at p, which is not empty, can be a delimiter: most are not. */
static inline bool asciidoc_can_be_delimiter(const char *p, const char *end)
{
	return end - p > 1 && (p[1] == *p || p[1] == '=');
}

/* Whether a line begins or ends a block. Sets *content, and *line to what ends it. */
bool asciidoc_is_delimiter(struct iri_str *line, enum asciidoc_content *content);

/* Whether the line at p can be a delimiter or an include::. */
static inline bool asciidoc_can_end_block(const char *p, const char *end)
{
	static const bool starts[256] = {
		['='] = true, ['*'] = true, ['_'] = true, ['-'] = true, ['.'] = true, ['/'] = true, ['+'] = true,
		['|'] = true, [','] = true, [':'] = true, ['!'] = true, ['`'] = true, ['i'] = true,
	};

	return starts[(unsigned char)*p] && (*p == 'i' || asciidoc_can_be_delimiter(p, end));
}

/* Returns the first line from p on that can end a block which is no text, or include a document; or end. */
const char *asciidoc_content_end(const char *p, const char *end);

/* The cells of a table, which asciidoc_next_cell reads */
struct asciidoc_cells {
	const char *p, *start, *end;
	const char *line, *line_end; /* the line up to which comments were looked for */
	char separator;
	bool is_literal;             /* the next cell has the style "l" */
};

/* Returns the cells of the text of a table. */
struct asciidoc_cells asciidoc_split(struct iri_str text, char separator);

/* Sets *cell to the next cell that is no literal text. Returns false at the end. */
bool asciidoc_next_cell(struct asciidoc_cells *c, struct iri_str *cell);

/*
 * Returns the first line from p on that can be more than text of a paragraph: by what it begins with, or since it has
 * "::" or ";;". Sets *has_place if a place of `s` stands before it.
 */
const char *asciidoc_prose_end(struct asciidoc_places *s, const char *p, const char *end, bool *has_place);

/* Whether the line is a list of attributes: [style,name=value] or [[id]]. */
bool asciidoc_is_list(struct iri_str line);

/*
 * Reads a list of attributes. Sets *style, unless the list names no style; *has_macros: whether macros count in a
 * listing; and *is_replaced: whether text like "..." is replaced there, too.
 */
void asciidoc_read_list(struct iri_str line, enum asciidoc_style *style, bool *has_macros, bool *is_replaced);

/* Whether a line that is not empty can be an item of a list: most begin with other letters. */
static inline bool asciidoc_can_be_item(struct iri_str line)
{
	enum { MARK = 1, ROMAN };
	static const unsigned char starts[256] = {
		['\t'] = MARK, ['\r'] = MARK, [' '] = MARK,  ['*'] = MARK,  ['-'] = MARK, ['.'] = MARK, ['<'] = MARK,
		['0'] = MARK,  ['1'] = MARK,  ['2'] = MARK,  ['3'] = MARK,  ['4'] = MARK, ['5'] = MARK, ['6'] = MARK,
		['7'] = MARK,  ['8'] = MARK,  ['9'] = MARK,  ['i'] = ROMAN, ['v'] = ROMAN, ['x'] = ROMAN,
		['I'] = ROMAN, ['V'] = ROMAN, ['X'] = ROMAN,
	};
	const unsigned char start = starts[(unsigned char)*line.p];
	const char second = line.n > 1 ? line.p[1] : ' ';

	return start == MARK || second == '.' ||
	       (start == ROMAN && (second == ')' || starts[(unsigned char)second] == ROMAN));
}

/* Whether the line is an item of a list, except for one of a description list. */
bool asciidoc_is_item(struct iri_str line);

/* Returns the end of the term of a description list that the line begins with, or NULL. Sets *text to what follows. */
const char *asciidoc_find_term(struct iri_str line, const char **text);

/*
 * Reads a line like image::target[list]. name: with the colons. Returns false if it is none with this name. The target
 * is not empty.
 */
bool asciidoc_read_macro(struct iri_str line, const char *name, struct iri_str *target, struct iri_str *list);

/* Whether c stands for all of the line. */
bool asciidoc_is_all(struct iri_str line, char c);

/* Whether the line is the title of a block, as in ".Title". */
bool asciidoc_is_block_title(struct iri_str line);

/* Whether a line that begins with c can underline a title. */
static inline bool asciidoc_can_underline(char c)
{
	return c == '=' || c == '-' || c == '~' || c == '^' || c == '+';
}

/* Whether the first line of the rest of the text underlines this line, which makes it a title. */
bool asciidoc_is_title(struct iri_str line, struct iri_str rest);

/* Returns the text in a line like ifdef::name[text], an empty one if there is none; or the line. It may be empty. */
struct iri_str asciidoc_without_condition(struct iri_str line);

#endif
