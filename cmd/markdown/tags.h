/* SPDX-License-Identifier: ISC */
/* HTML in Markdown: where tags end, and which lines begin and end blocks of HTML (CommonMark 0.31.2). Tags of MDX. */
#ifndef TAGS_H
#define TAGS_H

#include <stdbool.h>
#include <stddef.h>

/* What ends nowhere in the rest of a text, so that tags_end need not search for it again. All false at the start. */
struct tags_unended {
	bool comment, instruction, declaration, cdata;
};

/*
 * Returns the end of the raw HTML that begins with the "<" at p (section 6.6), or NULL. All calls for one text together
 * take linear time.
 */
const char *tags_end(const char *p, const char *end, struct tags_unended *unended);

/* Returns the number of the condition by which the line from "<" on begins a block of HTML (section 4.6), or 0. */
unsigned tags_begins_block(const char *p, const char *end);

/* How far a tag of MDX was read. Values in "{}" are code, which can have brackets and strings. All zeros: its start */
struct tags_mdx {
	bool open, failed; /* it goes on in the next line; it is no tag */
	char quote;        /* that ends the value or string, or 0 */
	size_t depth;      /* of "{" */
};

/* Returns the end of the tag that goes on at p, or NULL if it does not end before `end`. */
const char *tags_mdx_end(const char *p, const char *end, struct tags_mdx *tag);

/*
 * Whether the line from "<" on has only tags of MDX, as in "<Steps>" and "<a href={x}><b/>"; the last may be open. Such
 * a line is no text, and what stands between it and the end tag is Markdown.
 */
bool tags_fill_line(const char *p, const char *end, struct tags_mdx *tag);

/* Whether the block that began by this condition, 1 to 5, ends in this line. */
bool tags_ends_block(unsigned condition, const char *p, const char *end);

#endif
