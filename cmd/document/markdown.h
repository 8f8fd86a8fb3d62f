/* SPDX-License-Identifier: ISC */
/* Finds the links of Markdown: CommonMark 0.31.2, with the tables, tasks, footnotes and bare links of GitHub. */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include "cmd/finder/finder.h"

/* CommonMark, or MDX: in it comments, imports and exports are no text, and there are no autolinks (mdxjs.com). */
enum markdown_dialect { MARKDOWN_COMMON, MARKDOWN_MDX };

/*
 * Finds the links of a text, and passes them to f in the order of their places. A reference link is not
 * one of them, but the definition that it points to, once, and definitions without a link. Also finds links in running
 * text, outside of other links and of code, and the links of raw HTML. If memory runs out, finder_failed tells.
 *
 * Takes time linear in the length of the document, but for sorting the labels of definitions; and at most 32 bytes of
 * memory for each byte of it.
 */
void markdown_search(struct finder *f, const struct layer *layer, enum markdown_dialect dialect);

#endif
