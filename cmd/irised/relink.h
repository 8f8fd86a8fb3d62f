/* SPDX-License-Identifier: ISC */
/* irised --move: what a link becomes when its document, or what it leads to, gets another path. */
#ifndef RELINK_H
#define RELINK_H

#include "cmd/tree/resolve.h"
#include "lib/base/array.h"

/* A file or folder that gets another path. Both are below the root, and have a NUL behind them. */
struct move {
	struct iri_str old, new;
};

/* Set the messages and the trees of the resolvers, and add the moves; the others are 0 at the start. */
struct relinker {
	struct messages *messages;
	struct resolver old, new; /* of the tree as it is, and as it will be */
	union ARRAY_OF(struct move) moves;
	struct iri_buf link;      /* the new link */
	/* For relink.c: */
	struct iri_buf path, name, scratch;
};

size_t relink_count_moves(const struct relinker *r);
const struct move *relink_moves(const struct relinker *r);

/* Appends the path that a file or folder has after the moves. */
void relink_add_moved(const struct relinker *r, struct iri_str path, struct iri_buf *out);

/*
 * Whether a reference of a document must change. Then r->link is the new one. from, to: the document in each tree. Sets
 * *failed if it should change, but no link leads to where the file will be.
 */
bool relink_reference(struct relinker *r, const struct origin *from, const struct origin *to, struct iri_str reference,
                      bool *failed);

/* The same for the name of a file as it stands; see editor_is_name. r->link is a name then, too. */
bool relink_name(struct relinker *r, const struct origin *from, const struct origin *to, struct iri_str name,
                 bool *failed);

/*
 * The same for a pattern of names in a toctree. The folder before the first "*", "?" or "[" gets its new path. Sets
 * *failed if a file that the pattern matches moves to where the new one does not match it.
 */
bool relink_pattern(struct relinker *r, const struct origin *from, const struct origin *to, struct iri_str pattern,
                    bool *failed);

void relink_free(struct relinker *r);

#endif
