/* SPDX-License-Identifier: ISC */
/* The texts of links that use definitions: the label of a definition is one of them. */
#ifndef USES_H
#define USES_H

#include "finder.h"

/* Only so many bytes of a target are compared, since many links can use it. */
enum { USES_MOST_TARGET = 1024 };

/* The text of a definition, in `shown` */
struct uses_text {
	size_t off, n;
	bool is_used; /* uses_keep was called for it */
};

/* All zeros: none */
struct uses {
	union ARRAY_OF(struct uses_text) texts; /* of each definition */
	struct iri_buf shown;
};

/*
 * Keeps the text of a link that uses the definition with this number, from 0, unless it has one already. target: where
 * the link goes. With the option differs, keeps only a text for which it returns true, so that no other one hides it.
 */
void uses_keep(struct uses *u, const struct finder_options *o, size_t number, struct iri_str text,
               struct iri_str target);

/* Whether a link uses this definition. Sets *text to the text that was kept, or to an absent string. */
bool uses_get(const struct uses *u, size_t number, struct iri_str *text);

bool uses_failed(const struct uses *u);

void uses_free(struct uses *u);

#endif
