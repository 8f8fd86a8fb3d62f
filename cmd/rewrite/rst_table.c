/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst_table.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

/* Returns the line at this offset, without white space at its end. Sets *next to the line after it. */
static struct iri_str line_at(struct iri_str text, size_t off, size_t *next)
{
	const char *const p = text.p + off, *const end = text.p + text.n, *stop = iri_find_byte(p, end, '\n');

	*next = (size_t)(stop - text.p) + (stop < end);
	while (stop > p && is_html_space(stop[-1]))
		stop--;
	return iri_between(p, stop);
}

/* Whether the line, without white space before it, is a border of a simple table. Sets *last to its last column. */
static bool is_border(struct iri_str line, size_t *last)
{
	bool has_columns = false;

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] != '=' && line.p[i] != ' ')
			return false;
		if (i && line.p[i] == '=' && line.p[i - 1] == ' ') {
			has_columns = true;
			*last = i;
		}
	}
	return has_columns;
}

/* Moves to the next line. */
static void rst_table_read(struct rst_table *t)
{
	struct iri_str line = line_at(t->text, t->next, &(size_t){0});
	size_t last, after;
	const char *const start = line.p;

	t->counted = t->next;
	t->column = 0;
	line_at(t->text, t->counted, &t->next);
	if (t->ends)
		t->borders = 0;
	while (line.n && is_html_space(*line.p)) {
		line.p++;
		line.n--;
	}
	const char first = line.n ? *line.p : ' ', end = line.n ? line.p[line.n - 1] : ' ';
	t->in_grid = (first == '+' && end == '+') || (t->in_grid && (first == '|' || first == '+'));
	t->ends = false;
	if (first != '=' || !is_border(line, &last))
		return;
	t->last = (size_t)(line.p - start) + last;
	t->borders++;
	/* The table ends at its third border, or at one before an empty line. */
	t->ends = t->borders == 3 || (t->borders == 2 && !line_at(t->text, t->next, &after).n);
}

bool rst_table_holds(struct rst_table *t, size_t off)
{
	while (t->next <= off && t->next < t->text.n)
		rst_table_read(t);
	t->column += iri_count_chars((struct iri_str){t->text.p + t->counted, off - t->counted});
	t->counted = off;
	return t->in_grid || (t->borders && t->column < t->last);
}
