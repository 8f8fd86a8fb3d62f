/* SPDX-License-Identifier: ISC */
/* The root: the folder that the paths of local links begin with. Nothing outside of it is opened. */
#ifndef ROOT_H
#define ROOT_H

#include "cmd/base/arena.h"

struct root {
	const char *path; /* absolute, without symbolic links, and without "/" at its end, except for "/" itself */
	size_t n;         /* its length; 0 for "/" */
	int fd;
	struct iri_buf folder, below; /* for root_below: the last folder, and its path with a NUL */
};

/*
 * Returns the path of the root for an operand: the folder above it that has a .git, with *in_git set; or else the
 * operand itself if it is a folder, or the folder of the file. Returns NULL, with errno, if there is no such folder.
 */
char *root_find(struct arena *a, const char *operand, bool *in_git);

/* Opens the folder as the root. Returns false, with errno, on failure. */
bool root_open(struct root *root, struct arena *a, const char *folder);

/*
 * Appends the path of a file below the root, whose last part may be a symbolic link. Returns false if it is not below
 * the root; or, with errno, if its folder cannot be found.
 */
bool root_below(struct root *root, const char *name, struct iri_buf *path);

/*
 * Appends the path that root_below would, if no folder below the last one that it was asked for is a symbolic link, "."
 * or ".."; which this does not look at. Returns false if the file is not below that folder.
 */
bool root_guess(const struct root *root, const char *name, struct iri_buf *path);

/* Makes the root the current folder: names are relative to it from now on. Returns false, with errno, on failure. */
bool root_enter(struct root *root);

/* Whether errno says that a file or folder does not exist. */
bool root_is_missing(void);

void root_close(struct root *root);

#endif
