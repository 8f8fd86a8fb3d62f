/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "scanners.h"

#include "cmd/base/charref.h"

bool scan_begins(const char *p, const char *end, const char *start)
{
	for (; *start; p++, start++)
		if (p == end || iri_lower(*p) != *start)
			return false;
	return true;
}

const char *scan_find_after(const char *p, const char *end, const char *text)
{
	const size_t n = strlen(text);
	const char *const start = p;

	for (; (p = iri_find_byte(p, end, text[n - 1])) < end; p++)
		if ((size_t)(p + 1 - start) >= n && scan_begins(p + 1 - n, end, text))
			return p + 1;
	return NULL;
}

/* Returns the place after the character or the escape at p. */
static const char *skip_one(const char *p, const char *end)
{
	return p + (scan_is_escape(p, end) ? 2 : 1);
}

bool scan_is_charref(const char *p, const char *end)
{
	p++;
	p += p < end && *p == '#';
	while (p < end && iri_is_alphanumeric(*p))
		p++;
	return p < end && *p == ';';
}

const char *scan_label_end(const char *p, const char *end)
{
	enum { LONGEST = 999 }; /* characters */
	unsigned n = 0;
	bool blank = true;

	for (; p < end && *p != ']'; p = skip_one(p, end)) {
		n += scan_is_escape(p, end) ? 2 : !iri_is_trail((unsigned char)*p);
		if (*p == '[' || n > LONGEST)
			return NULL;
		blank = blank && is_space(*p);
	}
	return p < end && !blank ? p : NULL;
}

const char *scan_destination(const char *p, const char *end, struct iri_str *text)
{
	enum { DEEPEST = 32 }; /* as cmark: "Implementations may impose limits on parentheses nesting" */
	const char *start = p;
	unsigned depth = 0;

	if (p < end && *p == '<') {
		for (start = ++p; p < end && *p != '>'; p = skip_one(p, end))
			if (is_line_end(*p) || *p == '<')
				return NULL;
		*text = iri_between(start, p);
		return p < end ? p + 1 : NULL;
	}
	for (; p < end && ((unsigned char)*p > ' ' && *p != 0x7F); p = skip_one(p, end)) {
		if (*p == ')' && !depth--)
			break;
		if (*p == '(' && ++depth > DEEPEST)
			return NULL;
	}
	if (p < end && *p == ')')
		depth = 0;
	*text = iri_between(start, p);
	return depth ? NULL : p;
}

const char *scan_title(const char *p, const char *end)
{
	const char opener = *p++, closer = opener == '(' ? ')' : opener;

	for (; p < end && *p != closer; p = skip_one(p, end))
		if (opener == '(' && *p == '(')
			return NULL;
	return p < end ? p + 1 : NULL;
}

/* Returns the start of the next line if only blanks stand between p and it. */
static const char *rest_of_line(const char *p, const char *end)
{
	p = scan_skip_blanks(p, end);
	return p == end || is_line_end(*p) ? scan_next_line(p, end) : NULL;
}

const char *scan_definition(const char *p, const char *end, struct iri_str *label, struct iri_str *destination)
{
	const char *const stop = *p == '[' ? scan_label_end(p + 1, end) : NULL;

	if (!stop || end - stop < 2 || stop[1] != ':')
		return NULL;
	*label = iri_between(p + 1, stop);
	const char *const start = scan_skip_space(stop + 2, end);
	p = scan_destination(start, end, destination);
	if (!p || p == start)
		return NULL;
	/* A title that has other text behind it, but begins on a new line, is none, and the definition ends before. */
	const char *const title = scan_skip_space(p, end);
	if (title > p && title < end && strchr("\"'(", *title)) {
		const char *const after = scan_title(title, end);
		const char *const next = after ? rest_of_line(after, end) : NULL;
		if (next)
			return next;
	}
	return rest_of_line(p, end);
}

const char *scan_address(const char *p, const char *end)
{
	const char *const start = p;

	while (p < end && *p && (iri_is_alphanumeric(*p) || strchr(".!#$%&'*+/=?^_`{|}~-", *p)))
		p++;
	if (p == start || p == end || *p != '@')
		return NULL;
	do {
		const char *const label = ++p;
		while (p < end && (iri_is_alphanumeric(*p) || *p == '-'))
			p++;
		if (p == label || p - label > 63 || *label == '-' || p[-1] == '-')
			return NULL;
	} while (p < end && *p == '.');
	return p;
}

const char *scan_autolink(const char *p, const char *end, bool *is_address)
{
	enum { SHORTEST = 2, LONGEST = 32 }; /* schemes */
	const char *q = p;

	while (q < end && q - p <= LONGEST && iri_byte_class(*q) & CHAR_SCHEME)
		q++;
	if (q < end && *q == ':' && q - p >= SHORTEST && q - p <= LONGEST && iri_byte_class(*p) & CHAR_ALPHA) {
		*is_address = false;
		while (q < end && (unsigned char)*q > ' ' && *q != 0x7F && *q != '<' && *q != '>')
			q++;
	} else {
		*is_address = true;
		q = scan_address(p, end);
	}
	return q && q < end && *q == '>' ? q : NULL;
}

void scan_unescape(struct iri_str destination, size_t place, struct source_map *to)
{
	const char *const start = destination.p, *p = start, *const end = p + destination.n;

	while (p < end) {
		const char *q = p;
		while (q < end && !scan_is_escape(q, end))
			q++;
		charref_resolve(iri_between(p, q), CHARREF_MARKDOWN, place + (size_t)(p - start), to);
		if (q < end)
			source_map_add(to, q + 1, 1, place + (size_t)(q - start), 2);
		p = q < end ? q + 2 : end;
	}
}
