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

bool asciidoc_is_url(struct iri_str s)
{
	const char *p = asciidoc_scheme_end(s), *const end = s.p + s.n;

	while (p && p < end && !is_space(*p) && *p != '[' && *p != ']')
		p++;
	return p && p == end;
}

bool asciidoc_can_precede_url(struct iri_str text, const char *p)
{
	const char before = p > text.p ? p[-1] : ' ';

	if (is_space(before) || (before && strchr("<>()[];&\"'", before)))
		return true;
	/* Asciidoctor has written these as character references, which end with ";". */
	for (ptrdiff_t n = 2; n <= 3 && n <= p - text.p; n++) {
		const char outer = p - text.p > n ? p[-n - 1] : ' ';
		if (outer != '\\' && asciidoc_replaced(p - n, text.p + text.n, outer) == (size_t)n)
			return true;
	}
	return false;
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

	if (p == start)
		return false;
	while (p > start && *--p != mark)
		continue;
	if (*p != mark)
		return false;
	if (p == text.p || p[-1] != mark)
		return !is_blank_or_end(p + 1, end) &&
		       (p == text.p || !(asciidoc_is_word(p[-1]) || p[-1] == '}' || p[-1] == ';'));
	/* Of the double marks, each second one ends a quotation. */
	bool is_open = false;
	while (p > start) {
		const bool is_double = *p == mark && p[-1] == mark;
		is_open ^= is_double;
		p -= p - start > 1 ? 1 + is_double : 1;
	}
	return is_open;
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
	static const unsigned char marks[256] = {['*'] = 1, ['_'] = 2, ['#'] = 3};
	const char *const end = text.p + text.n;
	bool not_open[4] = {false}; /* of each mark */

	for (const char *q = start; q < p; q++) {
		const unsigned mark = marks[(unsigned char)*q];
		if (!mark || not_open[mark] || (q + 1 < end && asciidoc_is_word(q[1]) && q[1] != *q))
			continue;
		if (is_quoted(text, start, *q))
			return q;
		not_open[mark] = true;
	}
	return p;
}

const char *asciidoc_cut_at_script(struct iri_str text, const char *start, const char *p, char mark)
{
	enum { MOST = 512 };
	const char *const end = text.p + text.n;
	const char *q = start, *open = NULL;

	if (iri_find_byte(start - text.p > MOST ? start - MOST : text.p, p, mark) == p)
		return p;
	while (q > text.p && start - q < MOST && !is_space(q[-1]))
		q--;
	for (; q < end && q - p < MOST && !is_space(*q) && (q < p || open); q++) {
		if (*q != mark)
			continue;
		if (!open) {
			open = q > text.p && q[-1] == '\\' ? NULL : q;
		} else if (q - open > 1) {
			if (q >= start)
				return open >= start ? open : q < p ? q : p;
			open = NULL;
		}
	}
	return p;
}

const char *asciidoc_cut_at_angle(struct iri_str text, const char *start, const char *p)
{
	const char *const end = text.p + text.n;

	for (const char *q = iri_find_byte(start, p, '&'); q < p; q = iri_find_byte(q + 1, p, '&'))
		if (iri_begins(iri_between(q, end), "&lt;") || iri_begins(iri_between(q, end), "&gt;"))
			return q;
	return p;
}
