/* SPDX-License-Identifier: ISC */
#include "path.h"

#include "lib/base/bits.h"
#include "lib/base/str.h"
#include "lib/iri.h"

#include <string.h>

/*
 * Returns the first byte after p at which a dot segment may begin: a "." or "%" after a "/". May also return another
 * byte before it. Returns NULL if there is none.
 */
static const char *find_dot(const char *p, const char *end)
{
	for (; end - p > 8; p += 8) {
		const uint64_t next = iri_load8(p + 1);
		const uint64_t dots = iri_equal_bytes(next, '.') | iri_equal_bytes(next, '%');
		const uint64_t found = dots & iri_equal_bytes(iri_load8(p), '/');
		if (found)
			return p + iri_lowest_bit(found) / 8 + 1;
	}
	for (; end - p > 1; p++)
		if (*p == '/' && (p[1] == '.' || p[1] == '%'))
			return p + 1;
	return NULL;
}

/* Returns the first dot segment after a "/" from p on, or NULL if there is none. */
static const char *later_dot_segment(const char *p, const char *end)
{
	const char *stop;

	while ((p = find_dot(p, end)) && !iri_dots(p, end, &stop))
		continue;
	return p;
}

const char *iri_dot_segment(const char *p, const char *end)
{
	const char *stop;

	return iri_dots(p, end, &stop) ? p : later_dot_segment(p, end);
}

/*
 * Follows steps A to E of RFC 3986, section 5.2.4, and takes each segment together with the "/" before it. These steps
 * alone would turn "a:/.//b" into "a://b", in which "b" is an authority. So a result that begins with "//" gets "/." in
 * front, except after an authority.
 */
char *iri_undot(char *path, const char *segment, char *end, bool has_authority)
{
	const char *from = iri_dot_segment(segment, end), *stop;

	if (!from)
		return end;
	if (from > path)
		from--; /* the "/" before it */
	char *to = path + (from - path);
	/* Steps A and D: a rootless path begins with the first segment that is not a dot segment. */
	while (from < end && *from != '/' && iri_dots(from, end, &stop))
		from = stop + (stop < end);
	while (from < end) {
		const char *const name = from + (*from == '/');
		const unsigned dots = iri_dots(name, end, &stop);
		if (dots == 2)
			while (to > path && *--to != '/')
				continue;
		if (!dots) {
			/* All segments up to the next dot segment, or the end */
			const char *const next = later_dot_segment(name, end);
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
