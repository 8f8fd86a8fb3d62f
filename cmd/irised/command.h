/* SPDX-License-Identifier: ISC */
/* Runs a command of the shell. */
#ifndef COMMAND_H
#define COMMAND_H

#include "lib/base/buf.h"

/* What a command may print */
struct command_limits {
	char end;       /* the byte that ends a line */
	size_t lines;   /* how many of these bytes */
	size_t longest; /* how many bytes a line can have */
};

/*
 * Runs "sh -c COMMAND", with the sh that PATH finds. The command gets the environment with IRISED_FILE set to `file`,
 * and the input on its standard input; it may end without reading all of it. Appends its standard output to `output`,
 * and returns when all processes of the command have closed the output, and the shell has ended. Sets *status as
 * waitpid(2) does.
 *
 * If the output goes beyond the limits, stops reading and writing, so that an endless output ends: the command gets
 * SIGPIPE. Then *status is mostly that of SIGPIPE, so the caller must look at the lines before it looks at *status.
 *
 * Returns false and sets errno, with *status unspecified, if the shell could not run, or if input or output failed. If
 * sh does not find the command, returns true with an exit status of 127. While the command runs, SIGPIPE is ignored and
 * SIGCHLD has its default action; both are restored. The command gets SIGPIPE as it was before.
 */
bool command_run(const char *command, const char *file, struct iri_str input,
                 const struct command_limits *limits, struct iri_buf *output, int *status);

#endif
