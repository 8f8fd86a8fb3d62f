/* SPDX-License-Identifier: ISC */
/* Options of the tools that edit documents, and what they ask for: printing the result, a diff, or writing the file. */
#ifndef INPLACE_H
#define INPLACE_H

#include "editor.h"

#include "cmd/base/options.h"
#include "cmd/file/atomic_write.h"

/* The values of the options. All zeros before they are parsed. */
struct inplace {
	bool in_place, dry_run;
	bool check; /* set by a tool that only wants to know what would change: prints and writes nothing */
	bool shows; /* set by a tool: print the diff in any case, before the file is written */
	bool color; /* set by a tool: diffs have colours */
	bool verbose; /* set by a tool: say on standard error how many links of a file change */
	struct atomic_options replace;
	/* Set by a tool; may be NULL. Gets each new document, and the argument of `change`, before it is written. */
	void (*made)(void *arg, struct editor *e);
};

extern const struct option_row inplace_options[];

/* Prints a diff of one file, and frees it. */
void inplace_print(const struct inplace *o, const struct messages *m, struct iri_buf *diff);

/* Whether one of inplace_options was given. */
bool inplace_has_options(const struct inplace *o);

/* Whether each new document is printed: no option asks for files, a diff or nothing. */
bool inplace_prints(const struct inplace *o);

/* Whether the options ask to write files: -i, but not --dry-run. */
bool inplace_writes(const struct inplace *o);

/* Prints a message that n links of the current file have changed or, with --dry-run, would change. */
void inplace_say_changes(const struct inplace *o, const struct messages *m, size_t n);

enum inplace_result {
	INPLACE_MADE,        /* e->result is the new document, if e->changes is not empty */
	INPLACE_PASSED_OVER, /* a binary file that -r has found, or a file that this run has made */
	INPLACE_FAILED,      /* after a message; the exit status is raised */
};

/*
 * Does all of inplace_edit but its end: reads the file, whose bytes come into *document, and makes the new one. Free
 * both with editor_free and iri_buf_free.
 */
enum inplace_result inplace_make(const struct inplace *o, struct editor *e, const char *advice,
                                 bool (*change)(void *arg, struct editor *e), void *arg, struct iri_buf *document);

/*
 * Reads a file or, for "-", standard input; lets change set new links with editor_set; and prints the new document, or
 * with --dry-run the diff, or with -i writes it into the file. e: has lines, selection, name, partial and quiet, and
 * is freed at the end. If change returns false, which it does with a message, nothing is printed or written. For each
 * failure prints a message, and raises the exit status to EXIT_TROUBLE; with --dry-run, a change raises it to
 * EXIT_INVALID. Leaves out a file that this run has made, and a binary file that -r has found. advice: see
 * lines_open_input. Call temporary_catch_signals before the first file, and made_free after the last.
 */
void inplace_edit(const struct inplace *o, struct editor *e, const char *advice,
                  bool (*change)(void *arg, struct editor *e), void *arg);

#endif
