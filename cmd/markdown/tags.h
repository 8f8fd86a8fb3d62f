/* SPDX-License-Identifier: ISC */
/* HTML in Markdown: where tags end, and which lines begin and end blocks of HTML (CommonMark 0.31.2). */
#ifndef TAGS_H
#define TAGS_H

#include <stdbool.h>

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

/* Whether the block that began by this condition, 1 to 5, ends in this line. */
bool tags_ends_block(unsigned condition, const char *p, const char *end);

#endif
