/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "tables.h"

#include "scanners.h"

const char *tables_first_cell(const char *p, const char *end)
{
	p = scan_skip_blanks(p, end);
	return p + (p < end && *p == '|');
}

size_t tables_columns(const char *p, const char *end)
{
	size_t n = 0;

	p = tables_first_cell(p, end);
	do {
		p = scan_skip_blanks(p, end);
		if (p < end && *p == ':')
			p++;
		const char *const hyphens = p;
		while (p < end && *p == '-')
			p++;
		if (p == hyphens)
			return 0;
		if (p < end && *p == ':')
			p++;
		n++;
		p = scan_skip_blanks(p, end);
		if (p < end && *p++ != '|')
			return 0;
	} while (scan_skip_blanks(p, end) < end);
	return n;
}

bool tables_next_cell(const char **p, const char *end, struct iri_str *cell)
{
	const char *const start = *p;
	const char *bar = start;

	if (scan_skip_blanks(start, end) == end)
		return false;
	while ((bar = iri_find_byte(bar, end, '|')) < end && bar > start && bar[-1] == '\\')
		bar++;
	*cell = iri_between(start, bar);
	*p = bar + (bar < end);
	return true;
}

size_t tables_count_cells(const char *p, const char *end)
{
	struct iri_str cell;
	size_t n = 0;

	p = tables_first_cell(p, end);
	while (tables_next_cell(&p, end, &cell))
		n++;
	return n;
}
