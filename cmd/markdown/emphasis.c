/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "emphasis.h"

#include "parts.h"

#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

static enum emphasis_neighbour emphasis_classify(uint32_t ch)
{
	if (ch <= ' ')
		return NEIGHBOUR_SPACE;
	if (ch < 0x80)
		return parts_is_punctuation((char)ch) ? NEIGHBOUR_PUNCTUATION : NEIGHBOUR_OTHER;
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
