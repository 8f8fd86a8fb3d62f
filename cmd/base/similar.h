/* SPDX-License-Identifier: ISC */
/* Finds the word of a list that the user probably meant, for "did you mean". */
#ifndef SIMILAR_H
#define SIMILAR_H

#include "lib/iri.h"

/* A word that is not in the list, and the word of the list that is most similar to it */
struct similar {
	struct iri_str word, best; /* best is absent if no word of the list is similar */
	const char *before;        /* what a message prints before best, for instance "--"; or NULL */
	size_t distance;           /* number of typing errors between the two */
};

/* Adds a known word, or several, separated by "|". Of words that are equally similar, the first counts. */
void similar_add(struct similar *s, const char *words);

#endif
