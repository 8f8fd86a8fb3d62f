/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "emphasis.h"

#include "scanners.h"

#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

static enum emphasis_neighbour emphasis_classify(uint32_t ch)
{
	if (ch <= ' ')
		return NEIGHBOUR_SPACE;
	if (ch < 0x80)
		return scan_is_punctuation((char)ch) ? NEIGHBOUR_PUNCTUATION : NEIGHBOUR_OTHER;
	switch (iri_property(ch)->category) {
	case UTF8PROC_CATEGORY_ZS: return NEIGHBOUR_SPACE;
	case UTF8PROC_CATEGORY_PC:
	case UTF8PROC_CATEGORY_PD:
	case UTF8PROC_CATEGORY_PS:
	case UTF8PROC_CATEGORY_PE:
	case UTF8PROC_CATEGORY_PI:
	case UTF8PROC_CATEGORY_PF:
	case UTF8PROC_CATEGORY_PO: return NEIGHBOUR_PUNCTUATION;
	case UTF8PROC_CATEGORY_SM:
	case UTF8PROC_CATEGORY_SC:
	case UTF8PROC_CATEGORY_SK:
	case UTF8PROC_CATEGORY_SO: return NEIGHBOUR_SYMBOL;
	default: return NEIGHBOUR_OTHER;
	}
}

enum emphasis_neighbour emphasis_first(struct iri_str s)
{
	uint32_t ch;

	if (!s.n)
		return NEIGHBOUR_SPACE;
	return iri_utf8_decode(s.p, s.p + s.n, &ch) ? emphasis_classify(ch) : NEIGHBOUR_OTHER;
}

enum emphasis_neighbour emphasis_last(struct iri_str s)
{
	size_t n = s.n ? 1 : 0;

	while (n < s.n && n < 4 && iri_is_trail((unsigned char)s.p[s.n - n]))
		n++;
	return emphasis_first((struct iri_str){s.p + (s.n - n), n});
}

unsigned emphasis_can(char mark, enum emphasis_neighbour before, enum emphasis_neighbour after, bool symbols_count)
{
	const enum emphasis_neighbour symbol = symbols_count ? NEIGHBOUR_PUNCTUATION : NEIGHBOUR_OTHER;

	before = before == NEIGHBOUR_SYMBOL ? symbol : before;
	after = after == NEIGHBOUR_SYMBOL ? symbol : after;
	const bool left = after == NEIGHBOUR_OTHER || (after == NEIGHBOUR_PUNCTUATION && before != NEIGHBOUR_OTHER);
	const bool right = before == NEIGHBOUR_OTHER || (before == NEIGHBOUR_PUNCTUATION && after != NEIGHBOUR_OTHER);
	const bool opens = mark == '_' ? left && (!right || before == NEIGHBOUR_PUNCTUATION) : left;
	const bool closes = mark == '_' ? right && (!left || after == NEIGHBOUR_PUNCTUATION) : right;
	return (opens ? EMPHASIS_OPENS : 0) | (closes ? EMPHASIS_CLOSES : 0);
}

static bool emphasis_is_mark(char c)
{
	return c == '*' || c == '_' || c == '~';
}

size_t emphasis_run_after(struct iri_str s)
{
	size_t n = 0;

	while (n < s.n && emphasis_is_mark(*s.p) && s.p[n] == *s.p)
		n++;
	return n;
}

size_t emphasis_run_before(struct iri_str s)
{
	size_t n = 0;

	while (n < s.n && emphasis_is_mark(s.p[s.n - 1]) && s.p[s.n - 1 - n] == s.p[s.n - 1])
		n++;
	return n;
}

/* Returns the next run of "*" or "_" from p on, and sets *run_end to its end. Returns `end` if there is none. */
static const char *next_run(const char *p, const char *end, const char **run_end)
{
	while (p < end && *p != '*' && *p != '_')
		p++;
	*run_end = p + emphasis_run_after(iri_between(p, end));
	return p;
}

/* Returns what the run from p up to `end` can do in its text. */
static unsigned emphasis_run_can(struct iri_str text, const char *p, const char *end, bool symbols_count)
{
	const enum emphasis_neighbour before = emphasis_last(iri_between(text.p, p));
	const enum emphasis_neighbour after = emphasis_first(iri_between(end, text.p + text.n));

	return emphasis_can(*p, before, after, symbols_count);
}

void emphasis_find_ends(struct iri_str text, struct emphasis_ends *ends)
{
	const char *const end = text.p + text.n, *after;

	*ends = (struct emphasis_ends){{NULL}, {NULL}};
	for (const char *p = text.p; (p = next_run(p, end, &after)) < end; p = after) {
		const unsigned can = emphasis_run_can(text, p, after, false) | emphasis_run_can(text, p, after, true);
		const int mark = *p == '_';
		if (can & EMPHASIS_OPENS && !ends->first_opener[mark])
			ends->first_opener[mark] = p;
		if (can & EMPHASIS_CLOSES)
			ends->last_closer[mark] = p;
	}
}

/*
 * Adds for each mark what its runs in the link can do that do not pair within the link. A closer takes the nearest
 * opener of its mark; if both have the same length, nothing remains of them. If the lengths differ, or the link has too
 * many openers, all is taken for possible.
 */
static void find_unpaired(struct iri_str link, bool symbols_count, unsigned unpaired[2])
{
	enum { MOST = 16 };
	struct iri_str openers[MOST];
	const char *const end = link.p + link.n, *after;
	size_t n = 0;

	for (const char *p = link.p; (p = next_run(p, end, &after)) < end; p = after) {
		const unsigned can = emphasis_run_can(link, p, after, symbols_count);
		size_t i = can & EMPHASIS_CLOSES ? n : 0;
		while (i && *openers[i - 1].p != *p)
			i--;
		if (n == MOST || (i && openers[i - 1].n != (size_t)(after - p))) {
			unpaired[0] = unpaired[1] = EMPHASIS_OPENS | EMPHASIS_CLOSES;
			return;
		}
		if (i) {
			n = i - 1;
			continue;
		}
		unpaired[*p == '_'] |= can & EMPHASIS_CLOSES;
		if (can & EMPHASIS_OPENS)
			openers[n++] = iri_between(p, after);
	}
	for (size_t i = 0; i < n; i++)
		unpaired[*openers[i].p == '_'] |= EMPHASIS_OPENS;
}

bool emphasis_leaves(struct iri_str link, const struct emphasis_ends *ends, const char *before, const char *after)
{
	unsigned unpaired[2] = {0, 0};

	find_unpaired(link, false, unpaired);
	find_unpaired(link, true, unpaired);
	for (int mark = 0; mark < 2; mark++) {
		const char *const opener = ends->first_opener[mark], *const closer = ends->last_closer[mark];
		if ((unpaired[mark] & EMPHASIS_OPENS && closer && closer >= after) ||
		    (unpaired[mark] & EMPHASIS_CLOSES && opener && opener < before))
			return true;
	}
	return false;
}
