/* SPDX-License-Identifier: ISC */
/* Runs a command of the shell. */
#ifndef COMMAND_H
#define COMMAND_H

#include "lib/iri.h"
#include "lib/base/buf.h"

#include <signal.h>
#include <sys/types.h>

/* A command that runs. Set `end` before command_start; the others are 0. */
struct command {
	char end;                /* the byte that ends a line of the output */
	size_t lines;            /* the most lines that the command may still print */
	size_t longest;          /* the most bytes that a line may have */
	bool too_much;           /* the command printed more lines, or a longer one; nothing more is read */
	struct iri_buf output;   /* what it printed, without what was taken away */
	size_t printed;          /* the number of lines there */
	/* For command.c: */
	int in, out;             /* our ends of the pipes; -1 if closed */
	size_t start;            /* of the current line, in `output` */
	pid_t child;
	struct sigaction signal; /* what SIGCHLD did before */
};

/*
 * Starts "sh -c COMMAND", with the sh that PATH finds. The command gets the environment with IRISED_FILE set to `file`,
 * and SIGPIPE as it was. Until command_end, SIGCHLD has its default action. Returns false and sets errno if the shell
 * could not run. If sh does not find the command, it ends with status 127.
 */
bool command_start(struct command *c, const char *command, const char *file);

/*
 * Gives the command input, of which it may leave out a part, and reads what it prints meanwhile. It may print `lines`
 * more lines, with up to `longest` bytes. If the output goes beyond that, stops, so that an endless output ends.
 * Returns false and sets errno if input or output failed.
 */
bool command_give(struct command *c, struct iri_str input, size_t lines, size_t longest);

/* Removes the first n bytes of the output, which are this many lines. */
void command_take(struct command *c, size_t n, size_t lines);

/*
 * Ends the input, reads the output to its end, and waits until the shell has ended. Sets *status as waitpid(2) does; it
 * is mostly that of SIGPIPE if the output went too far, so look at too_much first. Returns false and sets errno if that
 * failed. Must be called once after command_start has returned true, also after a failure.
 */
bool command_end(struct command *c, int *status);

/* Frees the output. */
void command_free(struct command *c);

#endif
