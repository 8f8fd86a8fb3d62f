/* SPDX-License-Identifier: ISC */
/* Finds the word or the name that somebody probably meant, for "did you mean". */
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

/* The closest of many names, such as those of files. Set `wanted`; the other members are 0 at the start. */
struct closest {
	struct iri_str wanted, text; /* text: the closest name, or absent */
	/* For similar.c: */
	size_t errors, prefix;
	bool is_counted;
	short counts[256];           /* if is_counted is set: how often each byte is in `wanted` */
};

/*
 * Adds a name. At most a third of the longer of the two can be typing errors. Fewer errors count first, then the
 * longest common beginning, then the order.
 */
void closest_add(struct closest *c, struct iri_str name);

#endif
