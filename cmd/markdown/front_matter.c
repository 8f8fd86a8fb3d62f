/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "front_matter.h"

#include "scanners.h"

/* Whether the line from p to line_end has only the mark, and white space after it. */
static bool is_matter_mark(const char *p, const char *line_end, const char *mark)
{
	return scan_begins(p, line_end, mark) && scan_skip_blanks(p + 3, line_end) == line_end;
}

const char *front_matter_end(struct iri_str document, struct iri_str *lines)
{
	const char *const end = document.p + document.n;
	const char *const mark = document.n && *document.p == '+' ? "+++" : "---";
	const char *line_end = scan_line_end(document.p, end);

	if (!is_matter_mark(document.p, line_end, mark))
		return document.p;
	const char *const first = scan_next_line(line_end, end);
	if (scan_skip_blanks(first, end) == scan_line_end(first, end))
		return document.p;
	for (const char *p = first; p < end; p = scan_next_line(line_end, end)) {
		line_end = scan_line_end(p, end);
		if (is_matter_mark(p, line_end, mark)) {
			*lines = iri_between(first, p);
			return scan_next_line(line_end, end);
		}
	}
	return document.p;
}
