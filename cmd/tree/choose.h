/* SPDX-License-Identifier: ISC */
/* The files that a run reads: operands and, with -r, the documents in folders. */
#ifndef CHOOSE_H
#define CHOOSE_H

#include "cmd/base/options.h"
#include "lib/base/array.h"

/* What the options choose. All zeros before the options are parsed. */
struct choose {
	bool recursive;         /* -r, or --files-from or --files0-from */
	bool no_ignore;         /* read what git ignores, too */
	const char *list;       /* the operand of --files-from or --files0-from, or NULL */
	const char *stdin_name; /* --stdin-filename: what standard input is called, the only document; or NULL */
	char list_end;          /* what ends a name in it: newline or NUL */
	union ARRAY_OF(const char *) include; /* of --include */
	union ARRAY_OF(struct exclusion) exclude; /* the patterns of --exclude */
	/* To be set before choose_files, or NULL: whether settings leave out a path */
	bool (*excludes)(void *arg, const char *path, bool is_folder);
	void *excludes_arg;
	bool takes_all;         /* to be set before choose_files: --exclude, the settings and git do not count */
	bool copies_stdin;      /* to be set before choose_files: standard input is printed if it is left out */
	bool allows_none;       /* to be set before choose_files: no message if no file is chosen */
	struct known_folders *known; /* to be set before choose_files, or NULL: keeps the names in the folders */
	bool *in_folder;        /* to be set before choose_files; true while the files in a folder are passed on */
};

extern const struct option_row choose_options[];

/* Whether one of choose_options was given. */
bool choose_has_options(const struct choose *c);

/*
 * Must be called after options_parse. Ends the program if --include was given without -r, or if there are other
 * documents beside --stdin-filename. names: the n operands
 */
void choose_check(const struct choose *c, const struct messages *m, int n, char **names);

/* Returns the document that tells the root of local links: standard input, if it has a name, or the first operand. */
const char *choose_first(const struct choose *c, int n, char **names);

/* Whether -r enters folders with this name. */
bool choose_enters(const char *name);

/*
 * Calls file for each of the n operands; with -r, for the files in each operand that is a folder. Without operands,
 * calls it for "-", standard input, or with -r for the files in the current folder. Stops if file returns false. Leaves
 * out operands, files and folders that --exclude names. In folders, leaves out what git ignores, folders that hold the
 * work of others (node_modules, vendor and the like), and folders whose names begin with a dot, except .github.
 * With --files-from, also calls it for the files of the list, as far as -r would read them, and for ignored ones;
 * without operands, only for these. Ends the program if the list cannot be read, or has an empty name.
 * is_first: the name is the first operand, and not that of a file in a folder. If there is no file to read, prints a
 * message. Returns false if that is not because of the list, --exclude, the settings or git: then all operands are
 * folders without a file that -r would read.
 */
bool choose_files(const struct choose *c, struct messages *m, int n, char **names,
                  bool (*file)(void *arg, const char *name, bool is_first), void *arg);

void choose_free(struct choose *c);

#endif
