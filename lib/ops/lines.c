/* SPDX-License-Identifier: ISC */
#include "lines.h"

#include "lib/base/str.h"

size_t iri_parse_lines(struct iri_str *lines, struct iri_ref *refs, size_t room)
{
	const struct iri_str text = iri_present(*lines);
	const char *const end = text.p + text.n;
	size_t n = 0;

	if (!text.n || end[-1] != '\n')
		return 0;
	struct iri_lines in = iri_lines(text.p, end);
	while (n < room && iri_lines_next(&in, &refs[n]))
		n++;
	*lines = iri_between(in.p, end);
	return n;
}
