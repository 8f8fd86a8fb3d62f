/* SPDX-License-Identifier: ISC */
/* Maps from offsets in the output of a function to offsets in its input. */
#ifndef IRI_OFFSETS_H
#define IRI_OFFSETS_H

#include "iri.h"

/*
 * On entry, n ascending offsets in the output of a function; on return, the matching offsets in its input. An offset
 * past the end of the output becomes the end of the input.
 */
struct iri_offsets {
	size_t *p, n;
	size_t done;         /* 0 on entry; the function's own */
};

/*
 * Called by such a function after it has written each piece of output. output: its length so far, which the piece ends.
 * piece: the length of the piece. origin: the offset in the input that the piece came from. whole: all of the piece
 * came from origin; else its bytes came from origin on, one by one. at may be NULL.
 */
void iri_offsets_add(struct iri_offsets *at, size_t output, size_t piece, size_t origin, bool whole);

/* Called at the end. input: the length of the input. */
void iri_offsets_end(struct iri_offsets *at, size_t input);

#endif
