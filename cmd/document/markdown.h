/* SPDX-License-Identifier: ISC */
/* Finds the links of Markdown (CommonMark 0.31, with the tables, strikethrough and task lists of GitHub), by md4c. */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include "running_text.h"

#include "lib/unicode/chars.h"

/* Whether a backslash escape stands at p: a backslash, and ASCII punctuation (CommonMark, section 2.4). */
static inline bool markdown_is_escape(const char *p, const char *end)
{
	return end - p >= 2 && *p == '\\' && p[1] > ' ' && p[1] < 0x7F && !iri_is_alphanumeric(p[1]);
}

/*
 * Finds the links of a document, and passes them to the finder in the order of their places. A reference link is not
 * one of them, but the definition that it points to, once, and definitions without a link. Also finds links in running
 * text, outside of other links and of code, and the links of raw HTML. Returns NULL, or why the document cannot be
 * searched. On out of memory, passes no link, and running_failed tells.
 *
 * Takes time linear in the length of the document, but for sorting the links, and but for md4c. md4c 0.4.8 takes
 * quadratic time for a paragraph of very many lines with brackets, and for very many links to one long definition.
 */
const char *markdown_search(struct running_text *f, struct iri_str document);

#endif
