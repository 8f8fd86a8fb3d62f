/* SPDX-License-Identifier: ISC */
/* Identifies a file under any of its names: the same name twice, symbolic links, hard links. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include "cmd/base/message.h"

#include <sys/stat.h>

struct identity {
	dev_t device;
	ino_t inode;
};

static inline struct identity identity_of(const struct stat *st)
{
	return (struct identity){st->st_dev, st->st_ino};
}

/* Whether both are of one file. */
static inline bool identity_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Compares two struct identity, for qsort(3) and tsearch(3). */
int identity_compare(const void *a, const void *b);

/* Whether two of the names, each of which ends with a NUL, are of one file. Ends the program if memory runs out. */
bool identity_any_twice(const struct messages *m, struct iri_str names);

#endif
