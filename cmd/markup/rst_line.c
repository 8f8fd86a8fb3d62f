/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst_line.h"

#include "cmd/base/text.h"

/* Whether the line at p, after blanks, can only be text. A second "." or ")" can make it an item of a list. */
static bool rst_is_prose(const char *p, const char *end)
{
	static const bool others[256] = {
		['0'] = true, ['1'] = true, ['2'] = true, ['3'] = true, ['4'] = true,  ['5'] = true, ['6'] = true,
		['7'] = true, ['8'] = true, ['9'] = true, ['('] = true, ['*'] = true,  ['+'] = true, ['-'] = true,
		['.'] = true, [':'] = true, ['>'] = true, ['_'] = true, ['|'] = true,
	};

	return end - p > 1 && (unsigned char)*p > ' ' && !others[(unsigned char)*p] && p[1] != '.' && p[1] != ')';
}

const char *rst_prose_end(const char *p, const char *end, bool has_cr)
{
	for (const char *q = p; p < end && !has_cr; p = q) {
		while (q < end && (*q == ' ' || *q == '\t'))
			q++;
		if (!rst_is_prose(q, end))
			break;
		q = iri_find_byte(q, end, '\n');
		q += q < end;
	}
	return p;
}

const char *rst_skip_lines(const char *p, const char *end, size_t indent)
{
	while (p < end) {
		const char *q = p;
		size_t n = 0;
		for (; q < end && n < indent && (*q == ' ' || *q == '\t'); q++)
			n = rst_indent_after(n, *q);
		if (q < end && n < indent && *q != '\n')
			break;
		p = iri_find_byte(q, end, '\n');
		p += p < end;
	}
	return p;
}

size_t rst_bullet_length(struct iri_str s)
{
	size_t i = 0;

	if (*s.p == '-' || *s.p == '*' || *s.p == '+') {
		i = 1;
	} else {
		i += s.n && *s.p == '(';
		while (i < s.n && i < 10 && iri_is_digit(s.p[i]))
			i++;
		if (i == (s.n && *s.p == '(') && i < s.n && (*(s.p + i) == '#' || iri_byte_class(s.p[i]) & CHAR_ALPHA))
			i++;
		if (i == s.n || !(s.p[i] == '.' || s.p[i] == ')') || i == 0)
			return 0;
		i++;
	}
	if (i >= s.n || !is_html_space(s.p[i]))
		return 0;
	while (i < s.n && is_html_space(s.p[i]))
		i++;
	return i;
}

size_t rst_last_indent(const char *start, const char *from, const char *stop)
{
	const char *line = stop;
	struct iri_str text = iri_between(from, stop);
	size_t indent = 0, n;

	while (line > start && !is_line_end(line[-1]))
		line--;
	for (const char *p = line; p < stop && is_html_space(*p); p++)
		indent = rst_indent_after(indent, *p);
	for (; line <= from && (n = rst_bullet(text)) > 0; text = iri_between(text.p + n, stop))
		indent += n;
	return indent;
}

const char *rst_name_end(const char *p, const char *end)
{
	const bool is_quoted = p < end && *p == '`';

	for (p += is_quoted; p < end; p++) {
		const char *colon = p;
		if (*p == '\\') {
			p++;
			continue;
		}
		if (is_quoted) {
			if (*p != '`')
				continue;
			colon += 1 + (end - p >= 2 && p[1] == ' ');
		}
		if (colon < end && *colon == ':' && (is_quoted || p[-1] != ':') &&
		    (colon + 1 == end || is_html_space(colon[1])))
			return colon;
	}
	return NULL;
}

const char *rst_footnote_end(const char *p, const char *end)
{
	while (p < end && *p != ']' && !is_html_space(*p))
		p++;
	return p < end && *p == ']' && (p + 1 == end || is_html_space(p[1])) ? p + 1 : NULL;
}

bool rst_is_code(struct iri_str name)
{
	static const char *const names[] = {
		"code", "code-block", "sourcecode", "highlight", "literalinclude", "math", "raw", "doctest",
		"testcode", "testsetup", "testcleanup", "testoutput", "productionlist", "graphviz", "digraph",
		"graph", "mermaid", "uml", "plantuml", "ipython", "prompt", "plot", "jinja", "include",
		"command-output", "index", NULL,
	};

	return text_is_one_of(name, names);
}

const char *rst_directive(const char *p, const char *end, struct iri_str *name)
{
	const char *const start = p;

	while (p < end && (iri_is_alphanumeric(*p) || strchr("-_+.", *p) || (*p == ':' && end - p >= 2 && p[1] != ':')))
		p++;
	*name = iri_between(start, p);
	if (!name->n || end - p < 2 || p[0] != ':' || p[1] != ':' || (end - p > 2 && !is_html_space(p[2])))
		return NULL;
	return p + 2;
}
