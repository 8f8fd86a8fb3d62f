/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc_line.h"

#include "asciidoc_target.h"

#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

bool asciidoc_is_delimiter(struct iri_str *line, enum asciidoc_content *content)
{
	static const bool is_block[256] = {
		['='] = true, ['*'] = true, ['_'] = true, ['-'] = true, ['.'] = true, ['/'] = true, ['+'] = true,
	};
	const char first = *line->p;
	const char second = line->n > 1 ? line->p[1] : ' ';
	const bool is_table = second == '=' && first && strchr("|,:!", first);
	const char c = is_table ? '=' : first;
	size_t n = 1;

	if (second != first && !is_table)
		return false;
	*content = iri_begins(*line, "```") ? CONTENT_LISTING : is_table ? CONTENT_TABLE : CONTENT_TEXT;
	if (*content == CONTENT_LISTING) {
		const bool is_fence = line->n == 3 || line->p[3] != '`';
		line->n = line->n > 3 ? 3 : line->n;
		return is_fence;
	}
	while (n < line->n && line->p[n] == c)
		n++;
	if (n < line->n || (n < 4 && !iri_is(*line, "--")))
		return false;
	if (is_table || n == 2)
		return true;
	*content = c == '-' || c == '.' ? CONTENT_LISTING : c == '/' ? CONTENT_COMMENT
	           : c == '+' ? CONTENT_HTML : CONTENT_TEXT;
	return is_block[(unsigned char)c];
}

bool asciidoc_is_list(struct iri_str line)
{
	const char c = line.n > 1 && line.p[1] ? line.p[1] : ' ';

	return line.p[0] == '[' && line.p[line.n - 1] == ']' && (asciidoc_is_word(c) || strchr("[].#%{,\"'", c));
}

/* Whether the list from p to end sets the attribute "subs". */
static bool has_subs(const char *p, const char *end)
{
	const char *const start = p;

	for (; (p = iri_find_byte(p, end, '=')) < end; p++)
		if (p - start > 4 && !memcmp(p - 4, "subs", 4))
			return true;
	return false;
}

void asciidoc_read_list(struct iri_str line, enum asciidoc_style *style, bool *has_macros, bool *is_replaced)
{
	static const struct {
		const char *word;
		enum asciidoc_style style;
	} styles[] = {
		{"normal", STYLE_TEXT},     {"source", STYLE_LISTING}, {"listing", STYLE_LISTING},
		{"literal", STYLE_LISTING}, {"pass", STYLE_HTML},      {"comment", STYLE_COMMENT},
		{"stem", STYLE_MATH},       {"latexmath", STYLE_MATH}, {"asciimath", STYLE_MATH},
	};
	static const bool stops[256] = {
		[','] = true, ['#'] = true, ['.'] = true, ['%'] = true, [']'] = true, ['='] = true, ['\0'] = true,
	};
	const char *const end = line.p + line.n;
	const char *p = line.p + 1;

	while (p < end && !stops[(unsigned char)*p])
		p++;
	for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
		if (*styles[i].word == line.p[1] && iri_is(iri_between(line.p + 1, p), styles[i].word) && *p != '=')
			*style = styles[i].style;
	*has_macros = has_subs(line.p, end) &&
	              (text_find(line.p, end, "macros") || text_find(line.p, end, "normal")) &&
	              !text_find(line.p, end, "-macros");
	*is_replaced = *has_macros && (text_find(line.p, end, "replacements") || text_find(line.p, end, "normal"));
}

/* Returns the end of the mark of a list at p, or p if there is none. */
static const char *item_mark_end(const char *p, const char *end)
{
	const char *const start = p;

	if (*p == '*' || *p == '.') {
		while (p < end && *p == *start)
			p++;
		return p;
	}
	if (*p == '<') {
		for (p++; p < end && (*p == '.' || iri_is_digit(*p));)
			p++;
		return p < end && *p == '>' ? p + 1 : start;
	}
	if (*p == '-')
		return p + 1;
	if (!iri_is_alphanumeric(*p))
		return p;
	while (p < end && iri_is_digit(*p))
		p++;
	if (p > start)
		return p < end && *p == '.' ? p + 1 : start;
	if (end - p > 1 && p[1] == '.')
		return p + 2;
	while (p < end && (*p == 'i' || *p == 'v' || *p == 'x' || *p == 'I' || *p == 'V' || *p == 'X'))
		p++;
	return p > start && p < end && *p == ')' ? p + 1 : start;
}

bool asciidoc_is_item(struct iri_str line)
{
	const char *p = line.p, *const end = p + line.n;

	while (p < end && is_space(*p))
		p++;
	const char *const mark_end = p < end ? item_mark_end(p, end) : p;
	return mark_end > p && mark_end < end && is_space(*mark_end);
}

const char *asciidoc_find_term(struct iri_str line, const char **text)
{
	const char *const end = line.p + line.n;

	for (const char *p = line.p + 1, *colon = NULL, *semicolon = NULL; p < end; p++) {
		if (!colon || colon < p)
			colon = iri_find_byte(p, end, ':');
		if (!semicolon || semicolon < p)
			semicolon = iri_find_byte(p, end, ';');
		p = colon < semicolon ? colon : semicolon;
		const char c = p < end ? *p : ' ';
		if (end - p < 2 || p[1] != c)
			continue;
		const char *const term = p;
		while (p < end && *p == c)
			p++;
		if (p - term <= (c == ':' ? 4 : 2) && (p == end || is_space(*p)) && !is_space(term[-1])) {
			*text = p;
			return term;
		}
	}
	return NULL;
}

bool asciidoc_read_macro(struct iri_str line, const char *name, struct iri_str *target, struct iri_str *list)
{
	const char *const end = line.p + line.n, *const start = line.p + strlen(name);

	if (!iri_begins(line, name) || end[-1] != ']')
		return false;
	const char *const stop = iri_find_byte(start, end, '[');
	if (stop == start || stop == end)
		return false;
	*target = iri_between(start, stop);
	*list = iri_between(stop + 1, end - 1);
	return true;
}

bool asciidoc_is_all(struct iri_str line, char c)
{
	size_t n = 0;

	while (n < line.n && line.p[n] == c)
		n++;
	return n == line.n;
}

bool asciidoc_is_block_title(struct iri_str line)
{
	const size_t i = line.n > 1 && line.p[1] == '.' ? 2 : 1;

	return *line.p == '.' && i < line.n && line.p[i] != '.' && !is_space(line.p[i]);
}

bool asciidoc_is_title(struct iri_str line, struct iri_str rest)
{
	bool has_word = false;
	const char *next;

	if (!rest.n || !asciidoc_can_underline(*rest.p))
		return false;
	const struct iri_str under = asciidoc_line_at(rest.p, rest.p + rest.n, &next);
	if (under.n < 2 || !asciidoc_is_all(under, *under.p))
		return false;
	const size_t n = iri_count_chars(line);
	for (size_t i = 0; i < line.n; i++)
		has_word = has_word || asciidoc_is_word(line.p[i]);
	return has_word && *line.p != '.' && !is_space(*line.p) && under.n + 1 >= n && under.n <= n + 1;
}

struct iri_str asciidoc_without_condition(struct iri_str line)
{
	static const char *const names[] = {"ifdef::", "ifndef::", "ifeval::", "endif::"};
	const char *const end = line.p + line.n;

	if (!line.n || (*line.p != 'i' && *line.p != 'e'))
		return line;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *const list = iri_begins(line, names[i]) ? iri_find_byte(line.p, end, '[') : end;
		if (list < end && end[-1] == ']')
			return i < 2 ? iri_between(list + 1, end - 1) : (struct iri_str){0};
	}
	return line;
}

const char *asciidoc_content_end(const char *p, const char *end)
{
	while (p < end && !asciidoc_can_end_block(p, end)) {
		p = iri_find_byte(p, end, '\n');
		p += p < end;
	}
	return p;
}

/* Whether a line of the text begins with "//". */
static bool asciidoc_has_comment(struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n;

	while ((p = text_find(p, end, "//")) != NULL && p > text.p && p[-1] != '\n')
		p++;
	return p;
}

struct asciidoc_cells asciidoc_split(struct iri_str text, char separator)
{
	const char *const end = text.p + text.n;

	return (struct asciidoc_cells){
		.p = text.p, .start = text.p, .end = end, .line = text.p, .separator = separator,
		.line_end = asciidoc_has_comment(text) ? iri_find_byte(text.p, end, '\n') : end,
	};
}

/* Returns the end of the cell at c->p: the next separator without a backslash before it. A comment has no cells. */
static const char *cell_end(struct asciidoc_cells *c)
{
	const char *q = iri_find_byte(c->p, c->end, c->separator);

	for (; q < c->end; q = iri_find_byte(q + 1, c->end, c->separator)) {
		for (; c->line_end < q; c->line_end = iri_find_byte(c->line, c->end, '\n'))
			c->line = c->line_end + 1;
		if (c->end - c->line > 2 && c->line[0] == '/' && c->line[1] == '/' && c->line[2] != '/')
			q = c->line_end;
		else if (q == c->start || q[-1] != '\\')
			return q;
		if (q == c->end)
			return q;
	}
	return q;
}

bool asciidoc_next_cell(struct asciidoc_cells *c, struct iri_str *cell)
{
	while (c->p < c->end) {
		const char *const q = cell_end(c);
		const bool is_literal = c->is_literal;
		*cell = iri_between(c->p, q);
		c->is_literal = cell->n >= 2 && q[-1] == 'l' && is_space(q[-2]);
		c->p = q + (q < c->end);
		if (!is_literal)
			return true;
	}
	return false;
}

bool asciidoc_is_link_colon(const char *start, const char *p, const char *end)
{
	/* For each last letter, those that can stand before it, in the schemes and in link, mailto, xref, image, ... */
	static const char before[256][3] = {
		['c'] = "r", ['e'] = "gl", ['f'] = "e", ['h'] = "t", ['k'] = "n",
		['m'] = "e", ['n'] = "o",  ['o'] = "t", ['p'] = "t", ['s'] = "ps",
	};
	if (p - start < 2 || end - p < 2 || is_space(p[1]))
		return false;
	const char *const letters = before[(unsigned char)p[-1]];
	return p[-2] == letters[0] || (letters[1] && p[-2] == letters[1]);
}

const char *asciidoc_find_place(struct asciidoc_places *s, const char *p)
{
	static const char marks[] = {':', ';', '<'};
	const char *const end = s->end;

	s->first = end;
	for (size_t i = 0; i < sizeof marks; i++) {
		const char *q = s->next[i];
		if (!q || q < p)
			q = iri_find_byte(p, end, marks[i]);
		while (q < end && !((end - q > 1 && q[1] == *q) || (!i && asciidoc_is_link_colon(p, q, end))))
			q = iri_find_byte(q + 1, end, marks[i]);
		s->next[i] = q;
		s->first = q < s->first ? q : s->first;
	}
	return s->first;
}

/*
 * Whether the line at p is text of a paragraph by what it begins with, perhaps after blanks: a word, and no item of a
 * list; or some mark that is not doubled.
 */
static bool asciidoc_is_prose(const char *p, const char *end)
{
	static const bool marks[256] = {
		['`'] = true, ['"'] = true, ['\''] = true, ['('] = true, ['$'] = true, ['{'] = true,
	};

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (end - p < 2)
		return false;
	if (iri_byte_class(*p) & CHAR_ALPHA || (unsigned char)*p >= 0x80)
		return !asciidoc_can_be_item(iri_between(p, end));
	return marks[(unsigned char)*p] && p[1] != *p;
}

/* Whether "::" or ";;" stands from the next place, which is in a line, up to the end of this line. */
static bool has_double(const struct asciidoc_places *s, const char *line_end)
{
	const char *q = s->next[0];

	while (q < line_end && !(line_end - q > 1 && q[1] == ':'))
		q = iri_find_byte(q + 1, line_end, ':');
	return q < line_end || s->next[1] < line_end;
}

const char *asciidoc_prose_end(struct asciidoc_places *s, const char *p, const char *end, bool *has_place)
{
	while (p < end && asciidoc_is_prose(p, end)) {
		const char *const line_end = iri_find_byte(p, end, '\n');
		if (asciidoc_next_place(s, p) < line_end) {
			if (has_double(s, line_end))
				break;
			*has_place = true;
		}
		p = line_end + (line_end < end);
	}
	return p;
}
