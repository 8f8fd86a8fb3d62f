/* SPDX-License-Identifier: ISC */
/* irilint --add-disable: writes comments that silence the findings of a document. */
#ifndef ADD_DISABLE_H
#define ADD_DISABLE_H

#include "held.h"

#include "cmd/document/formats.h"
#include "cmd/rewrite/patch.h"

/* The numbers of new comments, of older ones that got ids, and of the files that have them */
struct add_disable_counts {
	size_t added, changed, files;
};

/* Returns why a text cannot be the reason in a comment, or NULL. */
const char *add_disable_refuse(const char *reason);

/*
 * Edits a document, whose findings the checker holds, so that comments silence them: sets e->result and e->changes.
 * format: FORMAT_AUTO if it is not known. reason: what the comments give, or NULL. Prints a message about each finding
 * that has no place for a comment, and raises the exit status. Counts the comments.
 */
void add_disable_document(struct checker *c, struct editor *e, enum document_format format, const char *reason,
                          struct add_disable_counts *counts);

#endif
