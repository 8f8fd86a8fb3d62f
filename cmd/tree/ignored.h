/* SPDX-License-Identifier: ISC */
/* What git ignores in the folders that a run walks through. */
#ifndef IGNORED_H
#define IGNORED_H

#include "cmd/base/message.h"
#include "lib/base/array.h"

/* All zeros at the start */
struct ignored {
	union ARRAY_OF(struct work_tree) trees; /* the one that the walk is in, after those around it */
	bool was_told;        /* a message has said that git fails */
};

/* Whether a folder is in a work tree of git. */
bool ignored_in_work_tree(const char *folder, const struct messages *m);

/*
 * Begins with a folder. If it is in a work tree of git, asks git once for the files in it. A folder that git ignores
 * is read as a whole. So it is if git fails; the first time, this prints a message.
 */
void ignored_begin(struct ignored *i, const struct messages *m, const char *folder);

/* Tells that the walk enters a folder in the one where it began. It can be a work tree of its own. */
void ignored_enter(struct ignored *i, const struct messages *m, const char *path);

/*
 * Whether git ignores a file, or a folder and so all in it. below: where the path below the folder begins in which the
 * walk began. Paths must come in the order of a walk: all of a folder before what is next to it.
 */
bool ignored_has(struct ignored *i, const char *path, size_t below);

/* Forgets the folder. Can be called several times. */
void ignored_end(struct ignored *i);

#endif
