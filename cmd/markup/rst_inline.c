/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst_inline.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <string.h>
#include <utf8proc.h>

/* Whether a link can need the ":" at p. Of roles, only doc and download have links; but text can have "mailto:`". */
static bool is_link_colon(const char *start, const char *p, const char *end)
{
	if (p == start || end - p < 2 || is_html_space(p[1]) || !(iri_byte_class(p[-1]) & CHAR_SCHEME))
		return false;
	return p[1] != '`' || p - start < 2 || (p[-2] == 'o' && p[-1] == 'c') || (p[-2] == 'a' && p[-1] == 'd') ||
	       iri_lower(p[-1]) == 'o';
}

const char *rst_find_place(struct rst_places *s, const char *p, const char *end)
{
	if (!s->colon || s->colon < p)
		for (s->colon = iri_find_byte(p, end, ':'); s->colon < end && !is_link_colon(p, s->colon, end);)
			s->colon = iri_find_byte(s->colon + 1, end, ':');
	if (!s->angle || s->angle < p)
		for (s->angle = iri_find_byte(p, end, '>');
		     s->angle < end && !iri_begins(iri_between(s->angle, end), ">`_");)
			s->angle = iri_find_byte(s->angle + 1, end, '>');
	return s->colon < s->angle ? s->colon : s->angle;
}

/* Returns the next place of byte i of rst_hits.at from p on, or end. */
static inline const char *rst_next_hit(struct rst_hits *hits, unsigned i, const char *p, const char *end)
{
	static const char bytes[] = "`*\\";

	if (p && (!hits->at[i] || hits->at[i] < p))
		hits->at[i] = iri_find_byte(p, hits->end, bytes[i]);
	return hits->at[i] < end ? hits->at[i] : end;
}

const char *rst_next_mark(struct rst_hits *hits, const char *p, const char *end)
{
	return rst_next_hit(hits, 1, p, rst_next_hit(hits, 0, p, end));
}

const char *rst_next_escape(struct rst_hits *hits, const char *p, const char *end)
{
	while ((p = rst_next_hit(hits, 2, p, end)) < end && !(end - p > 1 && iri_is_alphanumeric(p[1])))
		p += end - p > 1 ? 2 : 1;
	return p;
}

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

bool rst_ends_with_role(struct iri_str s)
{
	static const struct iri_str roles[] = {{":doc:", 5}, {":download:", 10}};

	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
		if (s.n >= roles[i].n && !memcmp(s.p + s.n - roles[i].n, roles[i].p, roles[i].n))
			return true;
	return false;
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
