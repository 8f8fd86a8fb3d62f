/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst_inline.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <string.h>
#include <utf8proc.h>

const char *rst_closer(const char *p, const char *end, char mark, size_t n)
{
	for (; (p = iri_find_byte(p, end, mark)) < end; p++) {
		const char *const after = p + n;
		if ((size_t)(end - p) < n || is_html_space(p[-1]) || (n == 1 && p[-1] == '\\') ||
		    (n == 2 && p[1] != mark))
			continue;
		if (mark == '*' ? rst_reference_ends(after, end)
		                : after == end || !(iri_is_alphanumeric(*after) || *after == mark))
			return p;
	}
	return end;
}

struct iri_str rst_embedded(struct iri_str s)
{
	const char *p = s.p + s.n;

	if (!s.n || p[-1] != '>' || (s.n >= 2 && p[-2] == '\\'))
		return (struct iri_str){0};
	const char *const stop = --p;
	while (p > s.p && !(*p == '<' && (p == s.p || p[-1] != '\\')))
		p--;
	if (*p != '<' || (p > s.p && !is_html_space(p[-1])))
		return (struct iri_str){0};
	return iri_between(p + 1, stop);
}

/* Whether the character at p is white space or punctuation that is not ASCII. */
static bool is_wide_mark(const char *p, const char *end)
{
	uint32_t ch;

	if (p >= end || (unsigned char)*p < 0x80 || !iri_utf8_decode(p, end, &ch))
		return false;
	const utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)ch);
	return (c >= UTF8PROC_CATEGORY_PC && c <= UTF8PROC_CATEGORY_PO) || c == UTF8PROC_CATEGORY_ZS;
}

bool rst_reference_ends(const char *p, const char *end)
{
	return p >= end || is_html_space(*p) || (*p && strchr("'\")]}>-/:.,;!?\\", *p)) || is_wide_mark(p, end);
}

bool rst_reference_begins(const char *start, const char *p)
{
	const char *before = p - 1;

	if (p <= start || is_html_space(*before) || (*before && strchr("'\"([{<-/:", *before)))
		return true;
	while (before > start && p - before < 4 && iri_is_trail((unsigned char)*before))
		before--;
	return is_wide_mark(before, p);
}

bool rst_emphasis_begins(const char *start, const char *p, const char *after)
{
	static const char openers[] = "'\"([{<", closers[] = "'\")]}>";
	const char *const opener = p > start && p[-1] ? strchr(openers, p[-1]) : NULL;

	return rst_reference_begins(start, p) && !(opener && *after == closers[opener - openers]);
}

/* Whether c can be in a name without backquotes, except for punctuation. */
static bool rst_is_name_byte(char c)
{
	return iri_is_alphanumeric(c) || (unsigned char)c >= 0x80;
}

const char *rst_name_start(const char *start, const char *p)
{
	const char *q = p;

	while (q > start) {
		if (rst_is_name_byte(q[-1]))
			q--;
		else if (q < p && q - start > 1 && q[-1] && strchr("-._+:", q[-1]) && rst_is_name_byte(q[-2]))
			q -= 2;
		else
			break;
	}
	/* After punctuation that is not ASCII, the name begins. */
	for (const char *mark = p; mark > q; mark--)
		if (mark < p && (unsigned char)mark[-1] >= 0x80 && rst_reference_begins(start, mark))
			return mark;
	return q;
}
