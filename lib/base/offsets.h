/* SPDX-License-Identifier: ISC */
/* Translation of offsets in the output of a function to offsets in its input, in bytes. */
#ifndef IRI_OFFSETS_H
#define IRI_OFFSETS_H

#include "lib/iri.h"

/*
 * Argument of a function that translates offsets. On entry, p has n ascending offsets in the output of the function; on
 * return, the matching offsets in its input. An offset at or after the end of the output becomes the length of the
 * input. The caller owns the array.
 */
struct iri_offsets {
	size_t *p, n;
	size_t done;         /* number of offsets that are translated; 0 on entry */
};

/*
 * Translates the offsets in one piece of output. The function calls this after it has written the piece. output: the
 * length of the output so far, with the piece at its end. piece: the length of the piece. origin: the offset in the
 * input that the piece came from. whole: the piece as a whole came from origin; else its byte i came from byte origin +
 * i of the input. at may be NULL.
 */
void iri_offsets_add(struct iri_offsets *at, size_t output, size_t piece, size_t origin, bool whole);

/* Translates the offsets that are left, after the last piece. input: the length of the input. at may be NULL. */
void iri_offsets_end(struct iri_offsets *at, size_t input);

#endif
