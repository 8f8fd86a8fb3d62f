/* SPDX-License-Identifier: ISC */
/* The files that this run has made: those with new content, and backups. */
#ifndef MADE_H
#define MADE_H

#include "identity.h"

/* Adds a file. Returns false if out of memory. */
bool made_add(struct identity file);

/* Removes a file. */
void made_remove(struct identity file);

/*
 * Whether the run has made this file, as a new file or as a backup, or atomic_pretend got it. Follows symbolic links.
 * The caller skips such a file: to edit it again, under another name, would also replace the backup by content that was
 * edited.
 */
bool made_has(const char *name);

/* Removes all files. */
void made_free(void);

#endif
