/* SPDX-License-Identifier: ISC */
/* Finds the places of findings in the input: in a line, or in a link of a document. */
#ifndef RANGES_H
#define RANGES_H

#include "cmd/finder/span.h"
#include "cmd/filter/filter.h"
#include "lib/base/array.h"

/*
 * A place in a text: [0] is its start, [1] its end, after its last character. Lines and columns count from 1; `byte` is
 * the column in bytes of UTF-8. The offsets count bytes of the text.
 */
struct range {
	size_t off[2], column[2], byte[2];
	uintmax_t line[2];
};

/* The ranges of the findings of one reference. All members are 0 at the start. */
struct ranges {
	struct iri_buf bounds;  /* working space */
	union ARRAY_OF(size_t) offsets;
	union ARRAY_OF(struct range) ranges;
};

/*
 * Returns an array with the range of each finding in the line that the filter processes, or NULL if out of memory. The
 * offsets are those in f->messages.place.text. The array is valid until the next call.
 */
const struct range *ranges_in_line(struct ranges *r, struct filter *f, struct iri_findings found);

/*
 * Returns an array with the range of each finding in the reference of a link, or NULL if out of memory. The offsets
 * are those in *text: link->text or, if the link has no exact place, link->reference, whose findings all are at the
 * place of the link. A character reference is part of each finding that has a character which it stands for.
 * has_error_bytes: CHARSET_ERROR stands before each byte that is not in the charset; see charset_decode. Time is
 * linear in the length of the link, plus the time to sort the findings.
 */
const struct range *ranges_in_link(struct ranges *r, const struct span *link, bool has_error_bytes,
                                   struct iri_findings found, struct iri_str *text);

/* A walk through a text, which finds the lines and columns of its parts */
struct range_walk {
	struct iri_str text;
	bool has_error_bytes; /* see ranges_in_link */
	const char *p;        /* a place in the text; the other members are its line, column and byte */
	uintmax_t line;
	size_t column, byte;
};

/* Moves to a place that is not before w->p. */
void range_walk_to(struct range_walk *w, const char *to);

/* Sets one side of a range, 0 or 1, to where the walk is. */
void range_set(struct range *range, unsigned side, const struct range_walk *w);

void ranges_free(struct ranges *r);

#endif
