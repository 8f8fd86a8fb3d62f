/* SPDX-License-Identifier: ISC */
#include "path.h"

#include "lib/base/str.h"
#include "lib/iri.h"

struct iri_str iri_extension(const struct iri_ref *ref)
{
	const struct iri_str path = iri_present(ref->path);
	const char *const end = path.p + path.n, *p = end, *extension = NULL;
	bool named = false; /* the segment has begun with something other than a dot */

	if (ref->scheme.p && !iri_is_hierarchical(ref))
		return (struct iri_str){0};
	while (p > path.p && p[-1] != '/')
		p--;
	while (p < end) {
		const size_t dot = iri_dot(p, end);
		p += dot ? dot : 1;
		if (!dot)
			named = true;
		else if (named)
			extension = p;
	}
	return extension ? iri_between(extension, end) : (struct iri_str){0};
}
