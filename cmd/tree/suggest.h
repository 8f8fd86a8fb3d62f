/* SPDX-License-Identifier: ISC */
/* What a dead link probably means: a file that was renamed or moved, a heading that was changed. */
#ifndef SUGGEST_H
#define SUGGEST_H

#include "resolve.h"

#include "lib/base/array.h"
#include "lib/base/texts.h"

/* Set the tree; the others are 0 at the start. At most 2 million names are compared, for at most 1000 links. */
struct suggester {
	struct tree *tree;
	/* For suggest.c: */
	size_t asked, compared, reads;
	union ARRAY_OF(struct listing_found) all; /* the files of the tree, sorted by name */
	bool has_all;
	struct iri_texts dead;       /* dead paths and anchors, and for each what it probably means */
	union ARRAY_OF(struct nearest) nearest;
	const struct listing_entry *last; /* the file whose anchors were read last */
};

/*
 * Appends a reference to the file that a dead path probably means, relative to the folder of the document: the nearest
 * name in the folder of the path, with the same suffix; or the only file of that name in the tree. Appends nothing if
 * there is none. from: the document; target: what resolve_reference says of the link
 */
void suggest_file(struct suggester *s, const struct origin *from, const struct resolve_target *target,
                  struct iri_buf *out);

/*
 * Appends the anchor of the file that a dead fragment probably means, or nothing. is_case: the only one that differs in
 * nothing but case
 */
void suggest_anchor(struct suggester *s, const struct listing_found *file, struct iri_str fragment, bool is_case,
                    struct iri_buf *out);

/* For struct jobs: answers what suggest_file and suggest_anchor ask in a worker. */
void suggest_answer(struct suggester *s, struct iri_str question, struct iri_buf *out);

/* Returns the only file of the tree with the name that a dead path ends with, or NULL. */
const struct listing_found *suggest_moved(struct suggester *s, const struct resolve_target *target);

void suggester_free(struct suggester *s);

#endif
