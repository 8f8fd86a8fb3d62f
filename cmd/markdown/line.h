/* SPDX-License-Identifier: ISC */
/* A line of Markdown: its indent, and what it can be. Sections are those of CommonMark 0.31.2. */
#ifndef LINE_H
#define LINE_H

#include "scanners.h"

struct markdown_line {
	const char *start, *end; /* without its line end */
	const char *next;        /* the next line */
	const char *blanks;      /* the white space after the last marker */
	size_t blanks_column;
	size_t column;           /* the indent before this column is used */
	const char *first;       /* the first character that is not a blank, or `end` */
	size_t first_column;
	size_t code_indent;      /* an indent of so many columns begins code */
	const char *no_break;    /* a character that ends what could be a thematic break */
};

/* Returns the column after the character at p, which is in this column. A tab ends at a multiple of 4 (section 2.2). */
static inline size_t line_next_column(const char *p, size_t column)
{
	return *p == '\t' ? column / 4 * 4 + 4 : column + 1;
}

static inline size_t line_indent(const struct markdown_line *l)
{
	return l->first_column - l->column;
}

static inline bool line_is_blank(const struct markdown_line *l)
{
	return l->first == l->end;
}

/* Whether the line, after its indent, begins with c, and the indent is not one of code. */
static inline bool line_is_marker(const struct markdown_line *l, char c)
{
	return !line_is_blank(l) && line_indent(l) < l->code_indent && *l->first == c;
}

/* Sets the end of the last marker, and finds the white space after it. */
void line_set_blanks(struct markdown_line *l, const char *p, size_t column);

/* Skips a marker of n bytes after the indent. */
void line_skip_marker(struct markdown_line *l, size_t n);

/* Whether the line is a thematic break (section 4.1). */
bool line_is_break(struct markdown_line *l);

/* Whether the line, after its indent, is the underline of a heading (section 4.3). */
bool line_is_underline(const struct markdown_line *l);

/* Returns the length of the fence at the start of the line, or 0 (section 4.5). */
size_t line_fence_length(const struct markdown_line *l);

#endif
