/* SPDX-License-Identifier: ISC */
/* Dot segments (RFC 3986, section 5.2.4). An encoded dot is a dot: "%2E" and "." are equivalent (section 2.3). */
#ifndef IRI_PATH_H
#define IRI_PATH_H

#include "pct.h"

#include "lib/base/buf.h"

#include <stddef.h>
#include <string.h>

/* Returns the length in bytes of the dot at p: 1 for ".", 3 for "%2E", or 0 if there is none. */
static inline size_t iri_dot(const char *p, const char *end)
{
	if (p < end && *p == '.')
		return 1;
	return p < end && *p == '%' && iri_is_pct(p, end) && iri_pct_octet(p) == '.' ? 3 : 0;
}

/*
 * Returns the number of dots, 1 or 2, if the segment at p is a dot segment, and sets *stop to its end. Else returns 0,
 * and *stop means nothing.
 */
static inline unsigned iri_dots(const char *p, const char *end, const char **stop)
{
	unsigned dots = 0;

	for (size_t n; dots < 3 && (n = iri_dot(p, end)); p += n)
		dots++;
	*stop = p;
	return dots < 3 && (p == end || *p == '/') ? dots : 0;
}

/* Returns the end of the segment at p: the next "/", or end. */
static inline const char *iri_segment_end(const char *p, const char *end)
{
	while (p < end && *p != '/')
		p++;
	return p;
}

/* Returns the first dot segment of the path from p to end, or NULL if there is none. Time is linear. */
const char *iri_dot_segment(const char *p, const char *end);

/*
 * Whether ref has a scheme, and its path begins with "/". Only then does normalization remove its dot segments. In a
 * relative reference, dot segments are instructions for resolution. A rootless path after a scheme ("data:,a/../b") has
 * no hierarchy, and resolution does not change it either.
 */
static inline bool iri_is_hierarchical(const struct iri_ref *ref)
{
	return ref->scheme.p && ref->path.n && *ref->path.p == '/';
}

/*
 * Removes the dot segments from the text from `path` to `end`, in place, as iri_remove_dots does. Returns the new end.
 * The two bytes after `end` must be writable. segment: the beginning of a segment of the path; no segment before it is
 * a dot segment, so that the search begins there.
 */
char *iri_undot(char *path, const char *segment, char *end, bool has_authority);

/*
 * Appends path without its dot segments (RFC 3986, section 5.2.4). has_authority: the path comes after an authority. If
 * it does not, a result that begins with "//" gets "/." in front, so that it does not become an authority itself.
 */
void iri_remove_dots(struct iri_str path, bool has_authority, struct iri_buf *out);

#endif
