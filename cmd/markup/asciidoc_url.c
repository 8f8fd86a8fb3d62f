/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc_url.h"

#include "asciidoc_target.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"

static bool is_blank_or_end(const char *p, const char *end)
{
	return p == end || is_space(*p);
}

const char *asciidoc_scheme_end(struct iri_str text)
{
	static const char *const schemes[] = {"https://", "http://", "ftp://", "file://", "irc://"};

	for (size_t i = 0; text.n && i < sizeof schemes / sizeof *schemes; i++)
		if (*text.p == *schemes[i] && iri_begins(text, schemes[i]))
			return text.p + strlen(schemes[i]);
	return NULL;
}

bool asciidoc_can_precede_url(char c)
{
	return is_space(c) || (c && strchr("<>()[];\"'", c));
}

const char *asciidoc_trim_url(const char *start, const char *p)
{
	while (p > start && (p[-1] == '.' || p[-1] == ','))
		p--;
	if (p == start)
		return p;
	switch (*--p) {
	case ';':
	case ':': return p > start && p[-1] == ')' ? p - 1 : p;
	case ')': return p > start && (p[-1] == '.' || p[-1] == '?' || p[-1] == '!') ? p - 1 : p;
	case '?':
	case '!': return p;
	default: return p + 1;
	}
}

/* Whether a mark of a quotation like *text* is open before p. Looks at a part of the text, so that time is linear. */
static bool is_quoted(struct iri_str text, const char *p, char mark)
{
	enum { MOST = 512 };
	const char *const start = p - text.p > MOST ? p - MOST : text.p;
	const char *const end = text.p + text.n;

	while (--p >= start)
		if (*p == mark)
			return !is_blank_or_end(p + 1, end) &&
			       (p == text.p || !(asciidoc_is_word(p[-1]) || p[-1] == '}' || p[-1] == ';'));
	return false;
}

bool asciidoc_can_open(struct iri_str text, const char *p)
{
	const char before = p > text.p ? p[-1] : ' ';

	if (before == *p)
		return p - text.p < 2 || p[-2] != '\\';
	return !asciidoc_is_word(before) && !(before && strchr("&;:}\\", before)) && !is_quoted(text, p, *p);
}

const char *asciidoc_cut_at_mark(struct iri_str text, const char *start, const char *p)
{
	const char *const end = text.p + text.n;

	for (const char *q = start; q < p; q++)
		if ((*q == '*' || *q == '_' || *q == '#') && (q + 1 == end || !asciidoc_is_word(q[1]) || q[1] == *q) &&
		    is_quoted(text, start, *q))
			return q;
	return p;
}
