/* SPDX-License-Identifier: ISC */
/*
 * The inlines of a leaf of Markdown that matter for links (CommonMark 0.31.2, section 6). Emphasis does not: it never
 * changes which links there are.
 */
#ifndef INLINES_H
#define INLINES_H

#include "definitions.h"

#include "lib/base/array.h"

enum inline_kind {
	INLINE_LINK,      /* the destination of an inline link, without "<>" */
	INLINE_IMAGE,     /* the same, of an image */
	INLINE_AUTOLINK,  /* <destination> */
	INLINE_ADDRESS,   /* <address> */
	INLINE_CODE,
	INLINE_HTML,      /* one tag, comment and so on */
	INLINE_COMMENT,   /* of MDX */
	INLINE_UNDEFINED, /* "[text][label]" or "[text][]" without a definition, only with keeps_extents */
};

/* Offsets in the text of the leaf */
struct inline_item {
	size_t start, end;
	enum inline_kind kind;
};

/* Where a link or image begins and ends, also one in another: what headings_text needs */
struct inline_extent {
	size_t start, text_end, end; /* from "[" or "![" on; the "]" after the text; after the link */
	bool is_image;
};

struct inline_link {
	size_t start, end; /* from "[" or "![" on, to the end of the destination or label */
};

/*
 * Set the first three members; the others are 0 at the start. `items` and `links` are the result, each in the order of
 * the text; `extents` has the inner links first. Memory for a byte of text: at most 8 bytes for what is still open, and
 * 8 bytes for what was found, or 16 with keeps_extents.
 */
struct inlines {
	struct definitions *definitions;
	bool is_mdx;
	bool keeps_extents;
	union ARRAY_OF(struct inline_extent) extents; /* with keeps_extents */
	union ARRAY_OF(struct inline_item) items;
	union ARRAY_OF(struct inline_link) links; /* the outermost links and images, also those to definitions */
	bool has_brackets;      /* the text has a "[" that means something */
	/* For inlines.c, which describes them: */
	union ARRAY_OF(size_t) openers;
	union ARRAY_OF(size_t) runs;
};

/* Reads the text of a leaf. See inlines_failed. */
void inlines_read(struct inlines *n, struct iri_str text);

/* Whether memory ran out, so that items may be missing. */
static inline bool inlines_failed(const struct inlines *n)
{
	return n->extents.buf.failed || n->items.buf.failed || n->links.buf.failed || n->openers.buf.failed ||
	       n->runs.buf.failed;
}

void inlines_free(struct inlines *n);

#endif
