/* SPDX-License-Identifier: ISC */
/*
 * Dot segments (RFC 3986, section 5.2.4). To the letter that algorithm turns "a:/.//b" into "a://b", where the
 * path has become an authority, and "a:b/../c" into "a:/c", where a rootless path has become an absolute
 * one. Here what is left is the same kind of path, if need be with one "." segment that says so.
 */
#include "iri.h"

#include <string.h>

static bool is_dots(const char *p, size_t n, size_t dots)
{
	return n == dots && !memcmp(p, "..", dots);
}

void iri_remove_dots(struct iri_str path, bool has_authority, struct iri_buf *out)
{
	const bool rooted = path.n && path.p[0] == '/';
	const char *p = path.p + rooted, *end = path.p + path.n;

	if (!path.n || !iri_buf_reserve(out, path.n + 2))
		return;
	if (rooted)
		iri_buf_putc(out, '/');
	/* Segments, each with the "/" that ends it, but perhaps the last. */
	char *const first = out->p + out->n, *to = first;
	for (;;) {
		const char *slash = memchr(p, '/', (size_t)(end - p));
		const size_t len = (size_t)((slash ? slash : end) - p);
		if (is_dots(p, len, 2)) {
			/* Take back a segment and its "/". */
			if (to > first)
				to--;
			while (to > first && to[-1] != '/')
				to--;
		} else if (!is_dots(p, len, 1)) {
			memcpy(to, p, len);
			to += len;
			if (slash)
				*to++ = '/';
		}
		if (!slash)
			break;
		p = slash + 1;
	}
	/* An empty segment in front would make an absolute path of a rootless one, or an authority. */
	if (to > first && *first == '/' && !(rooted && has_authority)) {
		memmove(first + 2, first, (size_t)(to - first));
		memcpy(first, "./", 2);
		to += 2;
	}
	out->n = (size_t)(to - out->p);
}
