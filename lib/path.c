/* SPDX-License-Identifier: ISC */
#include "path.h"

#include "iri.h"

#include <string.h>

/* The first byte from p on that can begin a dot segment, or end. Few paths have one. */
static const char *find_dot(const char *p, const char *end)
{
	while (p < end && *p != '.' && *p != '%')
		p++;
	return p;
}

const char *iri_dot_segment(const char *p, const char *end)
{
	for (const char *start = p; (p = find_dot(p, end)) < end; p++)
		if ((p == start || p[-1] == '/') && iri_dots(p, (size_t)(iri_segment_end(p, end) - p)))
			return p;
	return NULL;
}

/*
 * The steps A to E of section 5.2.4, each segment together with the "/" before it. To the letter they turn "a:/.//b"
 * into "a://b", where the path has become an authority; without an authority before it such a path gets "/." in front.
 */
char *iri_undot(char *p, char *end, bool has_authority)
{
	char *const path = p;
	const char *from = iri_dot_segment(p, end);

	if (!from)
		return end;
	if (from > path)
		from--; /* the "/" before it */
	char *to = path + (from - path);
	/* Steps A and D: a rootless path begins with the first segment that is no dot segment. */
	while (from < end && *from != '/') {
		const char *const stop = iri_segment_end(from, end);
		if (!iri_dots(from, (size_t)(stop - from)))
			break;
		from = stop + (stop < end);
	}
	while (from < end) {
		const char *const segment = from + (*from == '/'), *const stop = iri_segment_end(segment, end);
		const unsigned dots = iri_dots(segment, (size_t)(stop - segment));
		if (dots == 2)
			while (to > path && *--to != '/')
				continue;
		if (!dots) {
			memmove(to, from, (size_t)(stop - from));
			to += stop - from;
		} else if (stop == end) {
			*to++ = '/';
		}
		from = stop;
	}
	if (!has_authority && to - path >= 2 && !memcmp(path, "//", 2)) {
		memmove(path + 2, path, (size_t)(to - path));
		memcpy(path, "/.", 2);
		to += 2;
	}
	return to;
}

void iri_remove_dots(struct iri_str path, bool has_authority, struct iri_buf *out)
{
	char *to = iri_buf_reserve(out, path.n + 2);

	if (!to || !path.n)
		return;
	memcpy(to, path.p, path.n);
	out->n = (size_t)(iri_undot(to, to + path.n, has_authority) - out->p);
}
