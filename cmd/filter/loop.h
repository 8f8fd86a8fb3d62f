/* SPDX-License-Identifier: ISC */
/* The main loop of the filters: reads files and operands in blocks, and passes their lines on. */
#ifndef LOOP_H
#define LOOP_H

#include "filter.h"

/* Runs the tool with these arguments of its main function. Returns the exit status. */
int filter_main(const struct filter_tool *tool, int argc, char **argv);

/*
 * For a tool's start function: decodes the operands from --charset, joins them by tabs, and processes them as the only
 * line of a file with this name. Ends the program if --located is set: operands have no place.
 */
void filter_feed(struct filter *f, const char *name);

/* For a tool's start function: does the same, but each operand is a line of the file. */
void filter_feed_each(struct filter *f, const char *name);

#endif
