/* SPDX-License-Identifier: ISC */
#include "path.h"

#include "lib/base/bits.h"
#include "lib/base/str.h"
#include "lib/iri.h"

#include <string.h>

/*
 * Returns a pointer to the first byte from p on that can begin a dot segment, "." or the "%" of "%2E"; or end if there
 * is none. May also stop at another "%".
 */
static const char *find_dot(const char *p, const char *end)
{
	const uint64_t last = (uint64_t)0x80 << 56;

	for (; end - p >= 8; p += 8) {
		const uint64_t word = iri_load8(p), before_2 = iri_equal_bytes(word, '2') >> 8 | last;
		const uint64_t dots = iri_equal_bytes(word, '.') | (iri_equal_bytes(word, '%') & before_2);
		if (dots)
			return p + iri_lowest_bit(dots) / 8;
	}
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
 * Follows steps A to E of RFC 3986, section 5.2.4, and takes each segment together with the "/" before it. These steps
 * alone would turn "a:/.//b" into "a://b", in which "b" is an authority. So a result that begins with "//" gets "/." in
 * front, except after an authority.
 */
char *iri_undot(char *path, const char *segment, char *end, bool has_authority)
{
	const char *from = iri_dot_segment(segment, end);

	if (!from)
		return end;
	if (from > path)
		from--; /* the "/" before it */
	char *to = path + (from - path);
	/* Steps A and D: a rootless path begins with the first segment that is not a dot segment. */
	while (from < end && *from != '/') {
		const char *const stop = iri_segment_end(from, end);
		if (!iri_dots(from, (size_t)(stop - from)))
			break;
		from = stop + (stop < end);
	}
	while (from < end) {
		const char *const name = from + (*from == '/');
		const char *stop = iri_segment_end(name, end);
		const unsigned dots = iri_dots(name, (size_t)(stop - name));
		if (dots == 2)
			while (to > path && *--to != '/')
				continue;
		if (!dots) {
			/* All segments up to the next dot segment, or the end */
			const char *const next = iri_dot_segment(stop, end);
			stop = next ? next - 1 : end;
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
	out->n = (size_t)(iri_undot(to, to, to + path.n, has_authority) - out->p);
}
