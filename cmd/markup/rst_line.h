/* SPDX-License-Identifier: ISC */
/* Lines of reStructuredText: what a line begins with. A line has no white space at its ends. */
#ifndef RST_LINE_H
#define RST_LINE_H

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <stdbool.h>
#include <string.h>

/* A line: from its first character on that is no white space */
struct rst_line {
	struct iri_str text;
	size_t indent;
	const char *next;
};

/* Returns the indent after the white space c. */
static inline size_t rst_indent_after(size_t indent, char c)
{
	return c == '\t' ? (indent | 7) + 1 : indent + 1;
}

/* Returns the line at p. has_cr: a line can end with a carriage return */
static inline struct rst_line rst_line_at(const char *p, const char *end, bool has_cr)
{
	const char *stop = p;
	size_t indent = 0;

	if (has_cr)
		while (stop < end && !is_line_end(*stop))
			stop++;
	else
		stop = iri_find_byte(p, end, '\n');
	const char *const next =
		stop + (stop < end) + (has_cr && end - stop >= 2 && stop[0] == '\r' && stop[1] == '\n');
	for (; p < stop && is_html_space(*p); p++)
		indent = rst_indent_after(indent, *p);
	while (stop > p && is_html_space(stop[-1]))
		stop--;
	return (struct rst_line){iri_between(p, stop), indent, next};
}

/*
 * Returns the first line from p on that can be more than text of a paragraph, by what it begins with. has_cr: lines can
 * end with a carriage return; then that is p.
 */
const char *rst_prose_end(const char *p, const char *end, bool has_cr);

/* Returns the first line from p on that is not empty and has less indent, or end. Lines end with a line feed only. */
const char *rst_skip_lines(const char *p, const char *end, size_t indent);

/* Whether s is `mark`, or begins with it and white space. */
static inline bool rst_begins_with_mark(struct iri_str s, const char *mark)
{
	const size_t n = strlen(mark);

	return iri_begins(s, mark) && (s.n == n || is_html_space(s.p[n]));
}

/* For rst_bullet: most lines begin with a word, and need no call. */
size_t rst_bullet_length(struct iri_str s);

/* Returns the length of the mark of a list item at the start of a line, with the white space after it, or 0. */
static inline size_t rst_bullet(struct iri_str s)
{
	const bool is_word = s.n < 2 || (iri_byte_class(*s.p) & CHAR_ALPHA && s.p[1] != '.' && s.p[1] != ')');

	return is_word ? 0 : rst_bullet_length(s);
}

/*
 * Returns the indent of the last line of the paragraph from `from` to stop, in its first line with the marks of list
 * items. start: of the document
 */
size_t rst_last_indent(const char *start, const char *from, const char *stop);

/* Whether a line begins something else than the paragraph before it. */
static inline bool rst_begins_block(struct iri_str s)
{
	return rst_bullet(s) || rst_begins_with_mark(s, "..") || rst_begins_with_mark(s, "__") || *s.p == '|' ||
	       *s.p == '+';
}

/* Returns the place of the ":" that ends the name of a target, after no other ":", or NULL. p: the name */
const char *rst_name_end(const char *p, const char *end);

/* Returns the place after the "]" of a footnote or citation, whose label has no white space, or NULL. p: after "[" */
const char *rst_footnote_end(const char *p, const char *end);

/* Whether the content of the directive is code. */
bool rst_is_code(struct iri_str name);

/* Returns the place after the "::" of a directive whose name begins at p, or NULL. Sets *name. */
const char *rst_directive(const char *p, const char *end, struct iri_str *name);

#endif
