/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst_line.h"

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
