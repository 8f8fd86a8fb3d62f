/* SPDX-License-Identifier: ISC */
/*
 * Changes of several files as one: all are made, or none. First writes new files beside the old ones, and a journal of
 * all steps; then renames. If a step fails, the ones before it are undone. If the program is killed, the journal stays,
 * and transaction_resume makes the steps that are missing.
 */
#ifndef TRANSACTION_H
#define TRANSACTION_H

#include "cmd/base/arena.h"
#include "cmd/file/atomic_write.h"
#include "cmd/file/temporary.h"
#include "lib/base/array.h"

#include <sys/stat.h>

/* Set the first members; the others are 0 at the start. Paths are relative to the current folder. */
struct transaction {
	struct messages *messages;
	const char *journal;   /* the path of the journal */
	struct iri_str wanted; /* what the user wants: with the same bytes, the run after a kill goes on */
	/* In place of rename(2); or NULL. Sets errno to 0 if it has said why it failed. */
	bool (*rename)(const char *old, const char *new);
	bool is_half;          /* after a failure: some steps are made, and could not be undone */
	/* For transaction.c: */
	struct arena arena;
	union ARRAY_OF(struct step) steps;
	sigset_t mask_before;
	bool is_open;
};

/* Begins: blocks signals until transaction_end. Between files, the caller looks at temporary_is_interrupted. */
void transaction_begin(struct transaction *t);

/*
 * Writes the new content of a regular file beside it. st: the status of the file before it was read. Returns false,
 * after a message, on failure.
 */
bool transaction_replace(struct transaction *t, const char *name, const struct stat *st, struct iri_str content,
                         const struct atomic_options *o);

/* Adds: make a folder; rename a file or folder, of which the new name is not in use. */
void transaction_add_folder(struct transaction *t, const char *name);
void transaction_add_rename(struct transaction *t, const char *old, const char *new);

/* Makes all steps, in the order in which they were added. Returns false, after a message, if none was made. */
bool transaction_commit(struct transaction *t);

/*
 * If there is a journal, makes the steps that are missing, and sets *resumed. Returns false, after a message, if that
 * is not possible; or if the user wants something else, which the message tells.
 */
bool transaction_resume(struct transaction *t, bool *resumed);

/* Removes what was written and not renamed, and lets signals in. */
void transaction_end(struct transaction *t);

#endif
