/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc_ends.h"

#include "asciidoc_target.h"
#include "asciidoc_url.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"

/* Whether the mark, which is no end of a target, stands at p. There is text before p. */
static bool adoc_is_mark(enum asciidoc_mark mark, const char *p, const char *end)
{
	if (mark == MARK_PASS3)
		return iri_begins(iri_between(p, end), "+++");
	if (mark == MARK_PLUS || (mark >= MARK_QUOTE && mark < MARK_QUOTE2))
		return !is_space(p[-1]) && (end - p < 2 || !asciidoc_is_word(p[1]));
	if (mark == MARK_CLOSE)
		return true;
	if (mark == MARK_LINK_URL)
		return iri_begins(iri_between(p, end), "link:") &&
		       asciidoc_scheme_end(iri_between(p + strlen("link:"), end));
	return end - p > 1 && p[1] == *p;
}

/* Returns the end of a target, without a "++" before it; or such a "++" */
static const char *target_part_end(enum asciidoc_mark mark, const char *p, const char *end)
{
	enum { URL = 1, LINK = 2, XREF = 4, IMAGE = 8, ALL = URL | LINK | XREF | IMAGE };
	static const unsigned char stops[256] = {
		[' '] = URL | LINK,          ['\t'] = URL | LINK, ['\n'] = URL | LINK | IMAGE,
		['\r'] = URL | LINK | IMAGE, ['['] = ALL,         [']'] = URL,
		['+'] = ALL,
	};
	const unsigned char stop = (unsigned char)(URL << (mark - MARK_URL_END));

	while (p < end && !(stops[(unsigned char)*p] & stop && (*p != '+' || (end - p > 1 && p[1] == '+'))))
		p++;
	return p;
}

/* Returns the next "]" from p on, not in "++" and without a backslash before it, or the end of the text. */
static const char *next_bracket(struct asciidoc_ends *e, const char *p)
{
	const char *const end = e->text.p + e->text.n;
	const char *q = p;

	while ((q = iri_find_byte(q, end, ']')) < end) {
		if (!e->has_plus && q[-1] != '\\')
			return q;
		const char *const pass = asciidoc_next(e, MARK_PASS2, p);
		const char *const closer = pass < q ? asciidoc_next(e, MARK_PASS2, pass + 2) : end;
		if (closer < end) {
			p = closer + 2;
			q = q > p ? q : p;
		} else if (q[-1] != '\\') {
			return q;
		} else {
			q++;
		}
	}
	return end;
}

const char *asciidoc_next(struct asciidoc_ends *e, enum asciidoc_mark mark, const char *p)
{
	static const char first[] = "++$+]]>l*_#`*_#`";
	const char *const end = e->text.p + e->text.n;
	const char *q = p;

	if (e->next[mark].from && e->next[mark].from <= p && p <= e->next[mark].at)
		return e->next[mark].at;
	if (mark == MARK_BRACKET) {
		q = next_bracket(e, p);
	} else if (mark < MARK_URL_END) {
		while ((q = iri_find_byte(q, end, first[mark])) < end && !adoc_is_mark(mark, q, end))
			q++;
	} else {
		while ((q = target_part_end(mark, q, end)) < end && *q == '+') {
			const char *const closer = asciidoc_next(e, MARK_PASS2, q + 2);
			q = closer < end && closer > q + 2 ? closer + 2 : q + 1;
		}
	}
	e->next[mark].from = p;
	e->next[mark].at = q;
	return q;
}

const char *asciidoc_cut_at_quotation(struct asciidoc_ends *e, const char *start, const char *p)
{
	static const unsigned char marks[256] = {['*'] = 1, ['_'] = 2, ['#'] = 3};
	const char *const end = e->text.p + e->text.n;
	const char *q = start;

	if (e->quotation.from && e->quotation.from <= start && start <= e->quotation.at) {
		q = e->quotation.at;
		if (q >= p)
			return p;
		if (e->quotation.found)
			return q;
	} else {
		e->quotation.from = start;
	}
	for (; q < p && end - q > 1; q++) {
		const unsigned mark = marks[(unsigned char)*q];
		if (!mark)
			continue;
		const bool is_double = q[1] == *q;
		const unsigned kind = (is_double ? MARK_QUOTE2 : MARK_QUOTE) + mark - 1;
		const char *const content = q + 1 + is_double;
		if ((is_double || (!is_space(*content) && asciidoc_can_open(e->text, q))) && end - content > 1 &&
		    asciidoc_next(e, (enum asciidoc_mark)kind, content + 1) < end)
			break;
	}
	e->quotation.found = q < p && end - q > 1;
	e->quotation.at = e->quotation.found ? q : p;
	return e->quotation.at;
}

bool asciidoc_is_in_roles(struct asciidoc_ends *e, const char *p)
{
	enum { MOST = 512 };
	const char *const end = e->text.p + e->text.n;

	if (!e->has_plus && !e->has_dollar)
		return false;
	const char *const close = asciidoc_next(e, MARK_CLOSE, p);
	const char *open = p;
	if (end - close < 3 || close[1] != close[2] || (close[1] != '+' && close[1] != '$'))
		return false;
	while (open > e->text.p && p - open < MOST && open[-1] != '[' && open[-1] != ']')
		open--;
	return open > e->text.p && open[-1] == '[' &&
	       asciidoc_next(e, close[1] == '+' ? MARK_PASS2 : MARK_DOLLARS, close + 3) < end;
}
