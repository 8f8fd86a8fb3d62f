/* SPDX-License-Identifier: ISC */
/*
 * Runs of "*" and "_" that can begin or end emphasis (CommonMark 0.31.2, section 6.2), and of "~" (strikethrough, GFM
 * 0.29, section 6.5). Emphasis does not change which links there are, but a new link must not change the emphasis.
 */
#ifndef EMPHASIS_H
#define EMPHASIS_H

#include "lib/iri.h"

#include <stdbool.h>

/* A character beside a run. Symbols count as punctuation from CommonMark 0.31 on. */
enum emphasis_neighbour {
	NEIGHBOUR_SPACE,
	NEIGHBOUR_PUNCTUATION,
	NEIGHBOUR_SYMBOL,
	NEIGHBOUR_OTHER,
};

/* Returns the class of the first character of s. The end of the text is white space. */
enum emphasis_neighbour emphasis_first(struct iri_str s);

/* Returns the class of the last character of s. */
enum emphasis_neighbour emphasis_last(struct iri_str s);

enum { EMPHASIS_OPENS = 1, EMPHASIS_CLOSES = 2 };

/* Returns what a run of this mark between two characters can do: a sum of the above. */
unsigned emphasis_can(char mark, enum emphasis_neighbour before, enum emphasis_neighbour after, bool symbols_count);

/* Returns the length of the run of one mark at the start of s. */
size_t emphasis_run_after(struct iri_str s);

/* Returns the length of the run of one mark at the end of s. */
size_t emphasis_run_before(struct iri_str s);

/* The marks of a text with which those in a link of it could pair: index 0 for "*", 1 for "_". NULL: there is none */
struct emphasis_ends {
	const char *first_opener[2], *last_closer[2];
};

/* Finds them. Takes linear time. */
void emphasis_find_ends(struct iri_str text, struct emphasis_ends *ends);

/*
 * Whether a mark in the link, for a reader that sees no link there, could pair with one in the text of `ends` that
 * stands before `before`, or from `after` on. These are the start and the end of the link or, if the link is in a copy
 * of a part of the text, the end and the start of this part.
 */
bool emphasis_leaves(struct iri_str link, const struct emphasis_ends *ends, const char *before, const char *after);

#endif
