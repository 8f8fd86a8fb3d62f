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

/* Begins with the run. Shows nothing if standard error is no terminal, or one that cannot erase a line. */
void progress_begin(struct progress *p);

/*
 * Shows "TOOL: VERB DONE of ALL files", if the run takes more than two seconds, at most ten times in a second. Other
 * output to the terminal removes the line first.
 */
void progress_show(struct progress *p, const struct messages *m, const char *verb, size_t done, size_t all);

#endif
