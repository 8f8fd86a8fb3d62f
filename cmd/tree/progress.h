/* SPDX-License-Identifier: ISC */
/* A line on the terminal that says how far a long run is. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "cmd/base/message.h"

#include <time.h>

/* All zeros: shows nothing */
struct progress {
	bool is_on;
	struct timespec next; /* the line is not shown earlier */
};

/*
 * Begins with the run. Shows nothing if standard error is no terminal, or one that cannot erase a line; or if standard
 * output is a pipe, since its reader may print to the terminal at the same time. fills_output: the tool prints so much
 * that the output shows how far it is, or lines without an end, which would be erased, too. Then shows nothing if
 * standard output is a terminal either.
 */
void progress_begin(struct progress *p, bool fills_output);

/*
 * Shows "TOOL: VERB DONE of ALL files", or "TOOL: VERB DONE files" if ALL is 0, since not all names are known yet. Does
 * so if the run takes more than two seconds, at most ten times in a second, and not in the background. Other output to
 * the terminal removes the line first.
 */
void progress_show(struct progress *p, const struct messages *m, const char *verb, size_t done, size_t all);

#endif
