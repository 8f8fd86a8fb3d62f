/* SPDX-License-Identifier: ISC */
/* Where passed text, brackets, quotations and targets end in a text of AsciiDoc. */
#ifndef ASCIIDOC_ENDS_H
#define ASCIIDOC_ENDS_H

#include "lib/iri.h"

#include <stdbool.h>

/* What is looked for from a place on: for asciidoc_next */
enum asciidoc_mark {
	MARK_PASS3,    /* "+++" */
	MARK_PASS2,    /* "++" */
	MARK_DOLLARS,  /* "$$" */
	MARK_PLUS,     /* a "+" that ends passed text */
	MARK_BRACKET,  /* "]" without a backslash before it, not in "++" */
	MARK_CLOSE,    /* any "]" */
	MARK_ANGLES,   /* ">>" */
	MARK_LINK_URL, /* "link:" and the scheme of a URL */
	/* The ends of quotations: "*", "_", "#" and a backquote, and each twice */
	MARK_QUOTE,
	MARK_QUOTE2 = MARK_QUOTE + 4,
	/* The ends of targets. A part in "++" does not end them. */
	MARK_URL_END = MARK_QUOTE2 + 4,
	MARK_LINK_END,
	MARK_XREF_END,
	MARK_IMAGE_END,
	MARKS
};

/* The next ends in a text. Set the first three members; the others are 0 at the start. */
struct asciidoc_ends {
	struct iri_str text;
	bool has_plus, has_dollar; /* whether these bytes are in it: most texts have no passed text */
	struct {
		const char *from, *at; /* the next mark after `from` is `at` */
	} next[MARKS];
	struct {
		const char *from, *at; /* no quotation begins in a URL between these */
		bool found;            /* one begins at `at` */
	} quotation;
};

/*
 * Returns the place of the next mark, from p on, or the end of the text. A result is kept, since it is also that of a
 * later place before it. So all calls together take linear time.
 */
const char *asciidoc_next(struct asciidoc_ends *e, enum asciidoc_mark mark, const char *p);

/* Returns the place from start to p where a quotation begins in the URL there, or p. */
const char *asciidoc_cut_at_quotation(struct asciidoc_ends *e, const char *start, const char *p);

/* Whether p is in the brackets of passed text with roles, like [a]++b++. Looks back at a part of the text only. */
bool asciidoc_is_in_roles(struct asciidoc_ends *e, const char *p);

#endif
