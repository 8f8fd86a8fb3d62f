/* SPDX-License-Identifier: ISC */
/* Inline markup of reStructuredText: where references and interpreted text begin and end. */
#ifndef RST_INLINE_H
#define RST_INLINE_H

#include "cmd/base/space.h"
#include "lib/unicode/chars.h"

#include <stdbool.h>

/* Whether a mark of inline markup can begin at p: after white space or punctuation, and before no white space. */
static inline bool rst_can_begin(const char *start, const char *p, const char *after, const char *end)
{
	return after < end && !is_html_space(*after) &&
	       (p == start || (!iri_is_alphanumeric(p[-1]) && (unsigned char)p[-1] < 0x80 && p[-1] != '\\'));
}

/*
 * The next places that a link needs: a ":" after a character of a scheme and before one that is no white space; and
 * ">`_" of "text <link>". Most paragraphs have none.
 */
struct rst_places {
	const char *colon, *angle; /* NULL before the first search */
};

/* For rst_next_place */
const char *rst_find_place(struct rst_places *s, const char *p, const char *end);

/* Returns the first of these places from p on, the start of a text, or `end` of the document. p only moves on. */
static inline const char *rst_next_place(struct rst_places *s, const char *p, const char *end)
{
	if (!s->colon || s->colon < p || s->angle < p)
		return rst_find_place(s, p, end);
	return s->colon < s->angle ? s->colon : s->angle;
}

/* Bytes that matter in text. Each place is looked for in all of the document, so that a short text costs no search. */
struct rst_hits {
	const char *end;   /* of the document */
	const char *at[3]; /* the next place of a backquote, a star and a backslash; NULL before the first search */
};

/* Returns the next backquote or star from p on, or end, the end of a text. p only moves on. */
const char *rst_next_mark(struct rst_hits *hits, const char *p, const char *end);

/* Returns the next backslash from p on that stands before a letter or digit, or end. p only moves on. */
const char *rst_next_escape(struct rst_hits *hits, const char *p, const char *end);

/*
 * Returns the next end of inline markup from p on, or end: n marks, backquotes or stars, after no white space; what
 * follows is no letter. The result for p counts for all places up to it, so that it is looked for once.
 */
const char *rst_closer(const char *p, const char *end, char mark, size_t n);

/* Whether the text ends with a role whose text is a link: :doc: or :download: */
bool rst_ends_with_role(struct iri_str s);

/* Returns the link in "text <link>", absent if there is none. */
struct iri_str rst_embedded(struct iri_str s);

/* Whether a reference can end before p, after its "_": white space or punctuation follows. */
bool rst_reference_ends(const char *p, const char *end);

/* Whether a reference can begin at p: after white space or punctuation. start: of the paragraph */
bool rst_reference_begins(const char *start, const char *p);

/* Whether emphasis can begin with the stars from p to after: where a reference can, and not in quotes alone. */
bool rst_emphasis_begins(const char *start, const char *p, const char *after);

/* Returns the start of the name that ends at p, in which single punctuation stands between other characters; or p. */
const char *rst_name_start(const char *start, const char *p);

#endif
