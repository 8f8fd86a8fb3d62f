/* SPDX-License-Identifier: ISC */
/*
 * Dot segments (RFC 3986, section 5.2.4). To the letter that algorithm turns "a:/.//b" into "a://b", where the
 * path has become an authority, and "a:b/../c" into "a:/c", where a rootless path has become an absolute
 * one. Here what is left is the same kind of path, if need be with one "." segment that says so.
 */
#include "path.h"

#include "iri.h"

/* The first segment of the path that begins with a dot, which few do; or NULL. */
static char *dotted_segment(char *p, char *end)
{
	for (char *dot = p; (dot = memchr(dot, '.', (size_t)(end - dot))); dot++)
		if (dot == p || dot[-1] == '/')
			return dot;
	return NULL;
}

char *iri_undot(char *p, char *end, bool has_authority)
{
	const bool rooted = p < end && *p == '/';
	char *const first = p + rooted;

	p = dotted_segment(first, end);
	if (!p)
		p = end;
	char *to = p;
	/* Segments, each with the "/" that ends it, but perhaps the last. */
	while (p < end) {
		const char *slash = memchr(p, '/', (size_t)(end - p));
		const size_t len = (size_t)((slash ? slash : end) - p);
		if (iri_is_dots(p, len, 2)) {
			/* Take back a segment and its "/". */
			if (to > first)
				to--;
			while (to > first && to[-1] != '/')
				to--;
		} else if (!iri_is_dots(p, len, 1)) {
			memmove(to, p, len + (slash != NULL));
			to += len + (slash != NULL);
		}
		p += len + (slash != NULL);
	}
	/* An empty segment in front would make an absolute path of a rootless one, or an authority. */
	if (to > first && *first == '/' && !(rooted && has_authority)) {
		memmove(first + 2, first, (size_t)(to - first));
		memcpy(first, "./", 2);
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
