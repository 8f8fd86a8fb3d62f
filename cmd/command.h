/* SPDX-License-Identifier: ISC */
/* Runs a command of the shell. */
#ifndef COMMAND_H
#define COMMAND_H

#include "../lib/buf.h"

/*
 * Runs "sh -c COMMAND". The command gets the environment with IRISED_FILE set to `file`, and the input on its standard
 * input; it may end without reading all of it. Appends its standard output to `output`; after more than `lines` line
 * feeds reads no more, so that an endless output ends. Returns false and sets errno if the command could not run or its
 * output could not be read. Else sets *status as waitpid(2) does.
 */
bool command_run(const char *command, const char *file, struct iri_str input, size_t lines, struct iri_buf *output,
                 int *status);

#endif
