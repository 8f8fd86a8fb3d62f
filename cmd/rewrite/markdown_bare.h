/* SPDX-License-Identifier: ISC */
/*
 * What can be written where a bare link stands in running text of Markdown. A reader of GitHub Flavored Markdown (GFM)
 * finds links there, a reader of plain CommonMark sees text, in which "*" and "_" can begin emphasis. Both must see the
 * new link, and everything around it as before.
 */
#ifndef MARKDOWN_BARE_H
#define MARKDOWN_BARE_H

#include "cmd/finder/span.h"
#include "lib/base/buf.h"

/* The place of a bare link: the document before it, the link, and the document after it, in UTF-8 */
struct bare_place {
	struct iri_str before, old, after;
	enum span_kind kind;
	struct codec_use use;
};

/*
 * Appends the text that replaces the link, and sets *added to the number of bytes before the new link in it: 0, or 1 if
 * "<>" is around the link. Returns NULL, or why the new link cannot stand there. Never adds a backslash or a character
 * reference: in a bare link, GFM takes both literally.
 */
const char *bare_write(const struct bare_place *place, struct iri_str link, struct iri_buf *out, size_t *added);

#endif
