/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "wrapped.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"

#include <strings.h>

/* Moves *p after white space, and returns the number of line ends in it. *p is not at the start of a text. */
static size_t wrapped_skip_space(const char **p, const char *end)
{
	size_t n = 0;

	for (; *p < end && is_space(**p); ++*p)
		n += is_line_end(**p) && !(**p == '\n' && (*p)[-1] == '\r');
	return n;
}

/*
 * Whether p, a "<" in the text, begins a wrapped link. "URL:" can stand before the link. It has white space only at its
 * ends and where lines break, and no empty line. If so, sets *link to its place in the text, and *joined to the link
 * without white space.
 */
static bool is_wrapped(struct iri_str text, const char *p, const struct iri_link_options *links,
                       struct iri_buf *joined, struct iri_link *link)
{
	const char *const end = text.p + text.n;
	struct iri_ref ref;
	bool broken = false;

	p++;
	if (end - p >= 4 && !strncasecmp(p, "URL:", 4))
		p += 4;
	if (wrapped_skip_space(&p, end) > 1)
		return false;
	const char *const start = p, *last = p;
	joined->n = 0;
	while (p < end && *p != '<' && *p != '>') {
		const char *const word = p;
		while (p < end && *p != '<' && *p != '>' && !is_space(*p))
			p++;
		iri_buf_add(joined, word, (size_t)(p - word));
		last = p;
		const size_t line_ends = wrapped_skip_space(&p, end);
		const bool closed = p < end && *p == '>';
		if (line_ends > 1 || (p > last && !line_ends && !closed))
			return false;
		broken = broken || (line_ends && !closed);
	}
	if (p == end || *p != '>' || !broken || !joined->n)
		return false;
	*link = (struct iri_link){IRI_LINK_IRI, (size_t)(start - text.p), (size_t)(last - start), false};
	/* The brackets show where the link ends. Its beginning must show that it is a link. */
	const struct iri_str whole = iri_contents(joined);
	struct iri_link first;
	link->broken = iri_parse(whole, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &ref, NULL) != IRI_OK;
	return iri_link_next(links, whole, 0, &first) && first.kind == IRI_LINK_IRI && !first.off;
}

size_t wrapped_find(struct iri_str text, size_t from, const struct iri_link_options *links, struct iri_buf *joined,
                    struct iri_link *link)
{
	const char *const end = text.p + text.n;
	const char *p = text.p + from;

	link->len = 0;
	for (; (p = iri_find_byte(p, end, '<')) < end && !link->len; p++)
		if (!is_wrapped(text, p, links, joined, link))
			link->len = 0;
	return (size_t)(p - text.p);
}
