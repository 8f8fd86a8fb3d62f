/* SPDX-License-Identifier: ISC */
/* irised --move: gives files and folders other names, and lets links to them and in them lead where they led. */
#ifndef MOVE_H
#define MOVE_H

#include "relink.h"
#include "transaction.h"

#include "cmd/rewrite/inplace.h"
#include "cmd/tree/choose.h"
#include "cmd/tree/progress.h"
#include "lib/base/array.h"

/* Set the members up to `selection`; the others are 0 at the start. */
struct mover {
	/* The values of the options */
	union ARRAY_OF(const char *) args; /* OLD=NEW */
	bool tells_git;
	/* What else the options say */
	struct messages *messages;
	struct lines *lines;
	struct choose *choose;
	const struct inplace *inplace;
	struct tree_options *options;
	struct selection *selection;
	/* For move.c: */
	struct arena arena;
	struct tree before, after;    /* the tree as it is, and as it will be */
	struct relinker links;        /* from the first to the second */
	struct transaction transaction;
	struct iri_buf path, base;
	struct progress progress;
	size_t n_read;                /* documents */
	bool failed;
};

extern const struct option_row mover_options[];

/* Whether --move was given. */
bool mover_is_wanted(const struct mover *s);

/*
 * Moves the files, and edits all documents below the root, or prints with --dry-run what would change. Either all is
 * done, or nothing, after a message. Goes on with a run that was killed. Memory: the names of the tree, twice, and the
 * longest document.
 */
void mover_run(struct mover *s);

#endif
