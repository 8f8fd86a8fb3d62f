/* SPDX-License-Identifier: ISC */
/* Temporary files, and the signals that end the program and remove them. */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include "cmd/base/message.h"

#include <signal.h>

enum { TEMPORARY_FILES = 2 }; /* that can exist at the same time; their numbers begin with 0 */

/*
 * Creates a temporary file, as mkstemp(3) does. The path must stay valid until temporary_forget or temporary_remove.
 * Returns its descriptor, or -1 with errno set.
 */
int temporary_create(int number, char *path);

/* Leaves the file to the caller: it has another name now, or is to stay. */
void temporary_forget(int number);

/* Removes the temporary file if it exists. Prints a message if it cannot be removed. */
void temporary_remove(struct messages *m, int number);

/*
 * Catches SIGHUP, SIGINT, SIGQUIT, SIGTERM and the signals of exceeded limits, SIGXCPU and SIGXFSZ. The handler removes
 * the temporary files, and then lets the signal end the program. A signal that is ignored stays ignored.
 */
void temporary_catch_signals(void);

/* Blocks these signals; the second function unblocks them, and keeps errno. */
void temporary_block_signals(sigset_t *before);
void temporary_unblock_signals(const sigset_t *before);

/* Whether one of these signals was sent while they are blocked. */
bool temporary_is_interrupted(void);

#endif
