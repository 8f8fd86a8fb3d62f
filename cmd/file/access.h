/* SPDX-License-Identifier: ISC */
/* Access rights of a new file that takes the place of another one. */
#ifndef ACCESS_H
#define ACCESS_H

#include "lib/base/buf.h"

#include <sys/stat.h>

/*
 * Gives the new file fd, which has the mode 0600, the owner, the attributes, the access control list and the mode of
 * the file `from`. The last two come last, so that nobody can read the new file who could not read the old one. old,
 * new: the status of both. force: if the list or a security label cannot be kept, only the owner can read the file;
 * else that is a failure. Sets the buffer to the list. On failure returns false with errno set, and *why if a text says
 * more; then errno can be 0.
 */
bool access_copy(int from, const struct stat *old, int fd, const struct stat *new, bool force, struct iri_buf *acl,
                 const char **why);

/* Gives the new file, whose status is st, the mode that open(2) gives. Returns false and sets errno on failure. */
bool access_set_default(int fd, const struct stat *st);

#endif
