/* SPDX-License-Identifier: ISC */
/*
 * Replaces the content of files, and makes files. At each moment, the file's name has the whole old or the whole new
 * content.
 */
#ifndef ATOMIC_WRITE_H
#define ATOMIC_WRITE_H

#include "cmd/base/message.h"

struct atomic_options {
	const char *suffix; /* keep the old content under the file's name with this suffix; NULL or "": no copy */
	bool force;         /* also replace a file that is read-only or has several hard links, or loses its ACL */
};

/*
 * Returns why atomic_write would refuse the file, as static text, or NULL: it is not a regular file or, without
 * force, it is read-only or has several hard links. Follows symbolic links. NULL also for a file that is missing: then
 * it cannot be read, either.
 */
const char *atomic_check(const char *name, const struct atomic_options *o);

/*
 * Replaces the content of the file, if that is still `old`. If `old` is absent, makes a new file with the mode that the
 * umask allows, if there is still none of this name; where the system has hard links, one that another process makes up
 * to the last moment is not replaced. Writes a temporary file in the same folder, with the mode and,
 * where possible, the owner, group, access control list (ACL) and extended attributes of the file, and renames it. At
 * no moment can anyone read the new file who could not read the old one. If the ACL or a security label cannot be kept,
 * refuses the file; with force, only the owner can read the new one. Where the system can exchange files, a change by
 * another process up to this moment is not lost. For a symbolic link, replaces its target; of several hard links, only
 * this one gets the new content. With a suffix, the target's name with the suffix then has the old content, with the
 * old times where possible; a file of that name is replaced. On failure prints a message, raises the exit status to
 * EXIT_TROUBLE, and returns false; then the file has its old content. Removes the temporary files; prints a message
 * about each that it cannot remove. Does not end the program.
 */
bool atomic_write(struct messages *m, const char *name, struct iri_str old, struct iri_str new,
                  const struct atomic_options *o);

/*
 * Writes the temporary file that atomic_write would rename to `name`, a regular file, and leaves it there: appends its
 * path to *temporary, as a C string. On failure prints a message, raises the exit status, and returns false; then there
 * is no such file. Signals do not remove it.
 */
bool atomic_write_beside(struct messages *m, const char *name, struct iri_str new, const struct atomic_options *o,
                         struct iri_buf *temporary);

/*
 * For --dry-run: adds the file to those that made_has knows, and replaces nothing. Appends the name of the file
 * that atomic_write would replace, as a C string: for a symbolic link, the path of its target, without the path of
 * the current folder if it begins with that. On failure prints a message, raises the exit status to EXIT_TROUBLE, and
 * returns false.
 */
bool atomic_pretend(struct messages *m, const char *name, struct iri_buf *target);

#endif
