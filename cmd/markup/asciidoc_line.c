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
	*has_macros = iri_find_byte(p, end, '=') < end && text_find(line.p, end, "subs=") &&
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

	for (const char *p = line.p + 1, *colon = NULL; p < end; p++) {
		if (!colon || colon < p)
			colon = iri_find_byte(p, end, ':');
		p = iri_find_byte(p, colon, ';');
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
	static const bool marks[256] = {['='] = true, ['-'] = true, ['~'] = true, ['^'] = true, ['+'] = true};
	bool has_word = false;
	const char *next;

	if (!rest.n || !marks[(unsigned char)*rest.p])
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

bool asciidoc_has_comment(struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n;

	while ((p = text_find(p, end, "//")) != NULL && p > text.p && p[-1] != '\n')
		p++;
	return p;
}

/* Whether the line at p begins with a word, and is no item of a list. */
static bool asciidoc_is_prose(const char *p, const char *end)
{
	return (iri_byte_class(*p) & CHAR_ALPHA || (unsigned char)*p >= 0x80) &&
	       !asciidoc_can_be_item(iri_between(p, end));
}

const char *asciidoc_prose_end(struct iri_str text, const char *stop, struct iri_str *prose)
{
	const char *p = text.p, *last = p, *const end = p + text.n;

	while (p < end && asciidoc_is_prose(p, end)) {
		const char *const line_end = iri_find_byte(p, end, '\n');
		if (stop < line_end)
			break;
		last = line_end;
		p = line_end + (line_end < end);
	}
	*prose = asciidoc_trim_end(text.p, last);
	return p;
}
