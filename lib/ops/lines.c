/* SPDX-License-Identifier: ISC */
#include "lines.h"

#include "lib/base/str.h"

enum { WINDOW = 8192 }; /* bytes in which iri_parse_lines looks for whole lines */

/*
 * Returns the end of the whole lines in the next WINDOW bytes from p on; if there is none, of the line at p; or p, if
 * that line lacks its newline. To search back from `end` instead would be quadratic, if what lacks its newline is long.
 */
static const char *whole_lines(const char *p, const char *end)
{
	const char *const window = end - p > WINDOW ? p + WINDOW : end, *q = window;

	while (q > p && q[-1] != '\n')
		q--;
	if (q > p)
		return q;
	q = iri_find_byte(window, end, '\n');
	return q < end ? q + 1 : p;
}

size_t iri_parse_lines(struct iri_str *lines, struct iri_ref *refs, size_t room, struct iri_str *invalid)
{
	const struct iri_str text = iri_present(*lines), absent = {NULL, 0};
	const char *p = text.p, *const end = p + text.n, *stop;
	struct iri_str fault = absent;
	size_t n = 0;

	while (!n && !fault.p && room && (stop = whole_lines(p, end)) > p) {
		struct iri_lines in = iri_lines(p, stop);
		while (n < room && iri_lines_next(&in, &refs[n]))
			n++;
		p = in.p;
		if (n == room || p == stop)
			break;
		const struct iri_str line = iri_between(p, iri_find_byte(p, stop, '\n'));
		if (invalid)
			fault = line;
		p = line.p + line.n + 1;
	}
	if (invalid)
		*invalid = fault;
	*lines = iri_between(p, end);
	return n;
}
