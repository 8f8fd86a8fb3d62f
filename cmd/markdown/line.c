/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "line.h"

void line_set_blanks(struct markdown_line *l, const char *p, size_t column)
{
	l->blanks = p;
	l->blanks_column = l->column = column;
	for (; p < l->end && scan_is_blank(*p); p++)
		column = line_next_column(p, column);
	l->first = p;
	l->first_column = column;
}

void line_skip_marker(struct markdown_line *l, size_t n)
{
	line_set_blanks(l, l->first + n, l->first_column + n);
}

bool line_is_break(struct markdown_line *l)
{
	const char c = *l->first;
	const char *p = l->first;
	unsigned n = 0;

	/* Between a marker and l->no_break stand only blanks and that marker. */
	if (!strchr("-_*", c) || p < l->no_break)
		return false;
	for (; p < l->end && (*p == c || scan_is_blank(*p)); p++)
		n += *p == c && n < 3;
	l->no_break = p;
	return n == 3 && p == l->end;
}

bool line_is_underline(const struct markdown_line *l)
{
	const char *p = l->first;

	if (*p != '=' && *p != '-')
		return false;
	while (p < l->end && *p == *l->first)
		p++;
	return scan_skip_blanks(p, l->end) == l->end;
}

size_t line_fence_length(const struct markdown_line *l)
{
	const char *p = l->first;

	if (!line_is_marker(l, '`') && !line_is_marker(l, '~') && !line_is_marker(l, ':'))
		return 0;
	while (p < l->end && *p == *l->first)
		p++;
	return p - l->first >= 3 ? (size_t)(p - l->first) : 0;
}
