/* SPDX-License-Identifier: ISC */
/* irilint --diff: the lines that a diff adds to the files of a work tree, and the files whose lines it removes. */
#ifndef DIFF_INPUT_H
#define DIFF_INPUT_H

#include "cmd/base/arena.h"
#include "cmd/filter/lines.h"
#include "lib/base/array.h"

/* All zeros at the start, but for arena.messages */
struct added {
	struct arena arena;
	struct iri_buf diff;   /* the whole text */
	union ARRAY_OF(struct added_file) files; /* sorted by their names */
	union ARRAY_OF(struct added_line) lines; /* those of a file in ascending order */
	struct iri_str top;    /* the real path of the folder that the names begin in, without "/" at its end */
	size_t document;       /* the number of the current document in `files`, from 1; 0: the diff does not have it */
	struct iri_buf path;   /* working space */
};

/*
 * Reads a unified diff, as git and "diff -u" print it, from a file, or from standard input for "-". Its names begin in
 * the top folder of the repository that the current folder is in, or else in the current folder. Ends the program with
 * a message that has the line if the text is no diff, or if a line that it adds to a document is not there. Returns
 * false if it is empty. Memory: the diff, and 40 bytes for each line that it adds.
 */
bool added_read(struct added *a, struct lines *l, const char *name);

/* Makes this file the current document. */
void added_begin_document(struct added *a, const char *name);

/* Whether the diff adds one of these lines to the current document. */
bool added_has(const struct added *a, uintmax_t from, uintmax_t to);

/* Whether it moves the current document to another folder. */
bool added_moves(const struct added *a);

/* Whether the diff deletes or renames the file with this path below the folder `root`, or removes lines of it. */
bool added_breaks(struct added *a, const char *root, struct iri_str path);

void added_free(struct added *a);

#endif
