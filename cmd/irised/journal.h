/* SPDX-License-Identifier: ISC */
/*
 * The journal of a transaction has strings, each with a NUL: a head, the length of what is wanted, and these bytes;
 * for each step its kind and texts; STEP_END. Then one byte for each step that was made ("+") or undone ("-"), but for
 * those that replace a file: these are made when their temporary file is gone.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include "lib/base/buf.h"

struct step {
	enum { STEP_REPLACE = 'R', STEP_FOLDER = 'D', STEP_RENAME = 'M', STEP_END = 'E' } kind;
	const char *to;       /* the file or folder */
	const char *from;     /* the old name; STEP_REPLACE: the temporary file */
	const char *kept;     /* STEP_REPLACE: the name for the old file until all steps are made */
	const char *identity; /* STEP_REPLACE: of the old file; see transaction.c */
	bool was_there;       /* STEP_FOLDER: it need not be made */
};

/* Appends a journal without the bytes at its end. */
void journal_add(struct iri_buf *out, struct iri_str wanted, const struct step *steps, size_t n);

/* Returns the next string, and moves *p after it; NULL at the end. */
const char *journal_string(const char **p, const char *end);

/* Reads the beginning of a journal up to the first step, and moves *p there. Returns false if it is no journal. */
bool journal_read_wanted(const char **p, const char *end, struct iri_str *wanted);

/*
 * Reads the step at *p, and moves *p after it. The step has the texts of the journal. Returns false if it is none, or
 * one that `tool` does not write: with a path out of the current folder, for instance.
 */
bool journal_read_step(const char **p, const char *end, const char *tool, struct step *step);

#endif
