/* SPDX-License-Identifier: ISC */
/* What git knows of the files of a tree: which it tracks, and which names it ignores. */
#ifndef GIT_H
#define GIT_H

#include "cmd/base/message.h"
#include "lib/base/array.h"
#include "lib/base/texts.h"

#include <sys/types.h>

/* A process of git check-ignore, which runs from the first question on */
struct git_check {
	pid_t pid; /* 0: it does not run */
	int to, from;
};

/* All zeros at the start */
struct git {
	const char *root;
	struct iri_buf text;  /* the output of git ls-files: names, each with a NUL */
	union ARRAY_OF(const char *) names; /* these names, sorted */
	struct git_check by_patterns; /* looks only at the patterns of what is ignored */
	struct git_check exact;       /* also looks for each path in the index, all of which it reads for that */
	struct iri_buf answer;
	struct iri_texts asked;       /* paths that were asked for */
	struct iri_buf ignored;       /* for each of them: whether git ignores it */
	bool is_quiet;                /* by git_try */
};

/*
 * Asks git for the files that it tracks below a folder. Keeps root, which must stay valid until git_close. Returns
 * false if git does not know the folder, with its message on standard error.
 */
bool git_open(struct git *g, const struct messages *m, const char *root);

/* What git says of the files in a folder */
enum git_answer {
	GIT_LISTS,       /* the names of those that it does not ignore */
	GIT_IGNORES_ALL, /* it ignores the folder itself, or a folder that it is in */
	GIT_IS_MISSING,
	GIT_FAILS,
};

/*
 * Asks git for the files in a folder of a work tree that it tracks or does not ignore. Then git_tracks finds them; a
 * work tree in the folder that is not a submodule has a name with "/" at its end. If git fails, `why` gets its message.
 */
enum git_answer git_list(struct git *g, const struct messages *m, const char *folder, struct iri_buf *why);

/* Whether git tracks the file with this path below the root, or a file in the folder, or a submodule that has it. */
bool git_tracks(const struct git *g, struct iri_str path);

/*
 * Prepares for git_ignores without git_open. Returns false, without a message of git, if git does not answer. The
 * environment does not name the repository.
 */
bool git_try(struct git *g, const struct messages *m, const char *root);

/* Whether git ignores files with this path below the root. Asks processes of git, which go on running. */
bool git_ignores(struct git *g, const struct messages *m, struct iri_str path);

/* Moves a file or folder, also in the index of git. Returns false if git says that it cannot. */
bool git_move(const char *old, const char *new);

void git_close(struct git *g);

#endif
