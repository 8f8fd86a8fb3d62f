/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "gfm_link.h"

#include "scanners.h"

bool gfm_link_is_local(char c)
{
	return iri_is_alphanumeric(c) || (c && strchr(".-_+", c));
}

/* Whether GitHub cuts this mark from the end of a link, or the toolkit does so: quotation marks. */
static bool gfm_link_is_cut(char c)
{
	return c && strchr("?!.,:*_~\"'", c);
}

size_t gfm_link_cut_marks(struct iri_str link)
{
	while (link.n && gfm_link_is_cut(link.p[link.n - 1]))
		link.n--;
	return link.n;
}

size_t gfm_link_cut(struct iri_str s)
{
	size_t open = 0, closed = 0;

	for (size_t i = 0; i < s.n; i++) {
		open += s.p[i] == '(';
		closed += s.p[i] == ')';
	}
	while (s.n) {
		const char c = s.p[s.n - 1];
		size_t n = 1;
		if (c == ')' && closed-- <= open)
			break;
		if (c == ';') {
			while (n < s.n && iri_byte_class(s.p[s.n - n - 1]) & CHAR_ALPHA)
				n++;
			n = n > 1 && n < s.n && s.p[s.n - n - 1] == '&' ? n + 1 : 1;
		} else if (c != ')' && !gfm_link_is_cut(c)) {
			break;
		}
		s.n -= n;
	}
	return s.n;
}

/* Returns the length of what gfm_link_cut cuts at most for the character at p: a mark, ")", and ";" or "&name;". */
static size_t gfm_link_cut_length(const char *p, const char *end)
{
	const char *q = p + 1;

	if (p == end)
		return 0;
	if (*p != '&')
		return gfm_link_is_cut(*p) || *p == ')' || *p == ';';
	while (q < end && iri_byte_class(*q) & CHAR_ALPHA)
		q++;
	return q < end && *q == ';' && q > p + 1 ? (size_t)(q + 1 - p) : 0;
}

bool gfm_link_tail(struct iri_str after, bool in_cell, struct iri_str *tail)
{
	const char *const start = after.p, *const end = start + after.n;
	const char *p = start;

	for (size_t n; (n = gfm_link_cut_length(p, end)) > 0; p += n)
		;
	*tail = iri_between(start, p);
	return p == end || (unsigned char)*p <= ' ' || *p == '<' || (*p == '|' && in_cell);
}

bool gfm_link_has_host(struct iri_str s)
{
	static const char *const schemes[] = {"http://", "https://", "ftp://"};
	const char *p = NULL, *const end = s.p + s.n;
	unsigned underscores = 0; /* in the last two labels: bits 0 and 1 */

	for (size_t i = 0; i < sizeof schemes / sizeof *schemes && !p; i++)
		if (scan_begins(s.p, end, schemes[i]))
			p = s.p + strlen(schemes[i]);
	if (!p || p == end || !iri_is_alphanumeric(*p))
		return false;
	for (; p < end && (iri_is_alphanumeric(*p) || strchr("-_.", *p) || (unsigned char)*p >= 0x80); p++)
		underscores = *p == '.' ? (underscores << 1) & 3 : underscores | (*p == '_');
	return !underscores;
}
