/* SPDX-License-Identifier: ISC */
/* Runs a command of the shell. */
#ifndef COMMAND_H
#define COMMAND_H

#include "../lib/buf.h"

/*
 * Runs the shell that PATH names, as in "sh -c COMMAND". The command gets the environment with IRISED_FILE set to
 * `file`, and the input on its standard input; it may end without reading all of it. Appends its standard output to
 * `output`, and returns when the output is closed, also by background processes, and the shell has ended. Sets *status
 * as waitpid(2) does.
 *
 * After more than `lines` line feeds, reads and writes no more, so that an endless output ends: the command gets
 * SIGPIPE. The output then has more than `lines` line feeds. *status is mostly that of SIGPIPE, so the caller counts
 * the lines before it looks at *status.
 *
 * Returns false and sets errno, with *status unspecified, if the shell could not run, or if input or output failed; for
 * a command that sh does not find, the status is 127. While the command runs, SIGPIPE is ignored and SIGCHLD has its
 * default action; both are restored. The command gets SIGPIPE as it was before.
 */
bool command_run(const char *command, const char *file, struct iri_str input, size_t lines, struct iri_buf *output,
                 int *status);

#endif
