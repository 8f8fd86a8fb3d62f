/* SPDX-License-Identifier: ISC */
#include "rst_target.h"

#include "cmd/base/space.h"

void rst_unescape(struct iri_str s, size_t place, struct source_map *to)
{
	const char *const start = s.p, *const end = start + s.n;

	for (const char *p = start, *stop; p < end; p = stop) {
		const size_t at = place + (size_t)(p - start);
		stop = p + 1;
		if (*p == '\\' && stop < end) {
			stop++;
			source_map_add(to, is_html_space(p[1]) ? " " : p + 1, 1, at, 2);
		} else if (!is_html_space(*p)) {
			while (stop < end && *stop != '\\' && !is_html_space(*stop))
				stop++;
			source_map_add(to, p, (size_t)(stop - p), at, (size_t)(stop - p));
		}
	}
}
