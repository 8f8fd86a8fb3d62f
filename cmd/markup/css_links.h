/* SPDX-License-Identifier: ISC */
/* Finds the links of style sheets. Sections are those of CSS Syntax Level 3. */
#ifndef CSS_LINKS_H
#define CSS_LINKS_H

#include "cmd/base/source_map.h"

/*
 * A position in a style sheet. At the start, all members are 0, but the first two can be set. Brackets are counted, not
 * paired, so that no stack is needed; only in image-set() with wrong brackets this differs from the standard.
 */
struct css {
	size_t at;            /* the links before this byte of the text are found */
	bool is_scss;         /* SCSS or Less: see css_next */
	/* The other members are for css_links.c. */
	unsigned char rule;   /* the at-rule that is open; a value of enum css_rule */
	size_t depth;         /* the number of open brackets from that of image-set() on */
};

struct css_link {
	struct iri_str text;  /* as it stands, without quotes: a view. css_unescape gives its meaning */
	char quote;           /* '"' or '\'' around it, or 0 */
	bool is_import;       /* it stands after @import */
};

enum css_status {
	CSS_LINK, /* *link is set */
	CSS_MORE, /* more text is needed; the text before c->at is done */
	CSS_END,  /* the style sheet has no more links */
};

/*
 * Finds the next link: url(), the string after @import, and strings in image-set(). Those after @namespace are names,
 * and an empty link leads nowhere (CSS Values 4, section 4.5). text and at_end: as for html_next (html_pieces.h). After
 * CSS_MORE the caller can discard the text before c->at, and subtract its length from c->at.
 *
 * In SCSS and Less, "//" begins a comment, all strings in @import are links, and what has a variable in it is none:
 * url($x), url(@x), "#{$x}/a.png", "@{x}/a.png".
 */
enum css_status css_next(struct css *c, struct iri_str text, bool at_end, struct css_link *link);

/*
 * Appends s, which begins at `place`, with its escapes resolved (section 4.3.7). A "\" before a line end stands for
 * nothing.
 */
void css_unescape(struct iri_str s, size_t place, struct source_map *to);

#endif
