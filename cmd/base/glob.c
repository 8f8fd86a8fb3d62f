/* SPDX-License-Identifier: ISC */
#include "glob.h"

#include "lib/unicode/utf8.h"

#include <string.h>

/*
 * Reads the character at *p, which is before end, and moves *p behind it. A byte that is not UTF-8 gets a number above
 * those of all characters.
 */
static uint32_t next_char(const char **p, const char *end)
{
	uint32_t ch;
	const size_t n = iri_utf8_decode(*p, end, &ch);

	if (!n)
		ch = 0x110000 + (unsigned char)**p;
	*p += n ? n : 1;
	return ch;
}

/* Reads the character at *p in a set, with a "\" before it. */
static uint32_t next_in_set(const char **p, const char *end)
{
	*p += **p == '\\' && *p + 1 < end;
	return next_char(p, end);
}

/* Returns the "]" that ends the set whose first character, after "[" and "!", is at p; or NULL if there is none. */
static const char *set_end(const char *p, const char *end)
{
	/* A "]" at the beginning is a member. */
	for (const char *q = p; q < end; q++) {
		if (*q == ']' && q > p)
			return q;
		q += *q == '\\';
	}
	return NULL;
}

/* Whether the set from p to end has this character. */
static bool glob_has(const char *p, const char *end, uint32_t ch)
{
	while (p < end) {
		const uint32_t first = next_in_set(&p, end);
		uint32_t last = first;
		if (end - p >= 2 && *p == '-') {
			p++;
			last = next_in_set(&p, end);
		}
		if (ch >= first && ch <= last)
			return true;
	}
	return false;
}

/*
 * Matches one character of the pattern at *p, other than "*", and moves *p behind it. A "[" at or after *no_set begins
 * no set. If the set at *p has no end, then none after it has one, and *no_set is set to *p. Thus the search for an end
 * that is not there is not repeated.
 */
static bool matches_char(const char **p, const char *end, uint32_t ch, const char **no_set)
{
	if (**p == '?') {
		++*p;
		return true;
	}
	if (**p == '[' && *p < *no_set) {
		const bool negated = *p + 1 < end && ((*p)[1] == '!' || (*p)[1] == '^');
		const char *const set = *p + 1 + negated, *const stop = set_end(set, end);
		if (stop) {
			*p = stop + 1;
			return glob_has(set, stop, ch) != negated;
		}
		*no_set = *p;
	}
	return next_in_set(p, end) == ch;
}

bool glob_matches(const char *pattern, struct iri_str s)
{
	const char *p = pattern, *const end = p + strlen(p), *q = s.p, *const s_end = q + s.n;
	const char *star = NULL, *from = NULL; /* the pattern after the last "*", and the text after its match */
	const char *no_set = end;

	/*
	 * What comes before the last "*" has matched the shortest text that it can. To match more there could not help,
	 * so only the last "*" is tried with longer texts.
	 */
	while (q < s_end || p < end) {
		if (p < end && *p == '*') {
			star = ++p;
			from = q;
			continue;
		}
		const char *next = p, *text = q;
		if (p < end && q < s_end && matches_char(&next, end, next_char(&text, s_end), &no_set)) {
			p = next;
			q = text;
			continue;
		}
		if (!star || from == s_end)
			return false;
		next_char(&from, s_end);
		p = star;
		q = from;
	}
	return true;
}
