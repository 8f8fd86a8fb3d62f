/* SPDX-License-Identifier: ISC */
/* A line on its way: its references go to the tool; it goes to the output, or to the reject file. */
#ifndef HANDLE_H
#define HANDLE_H

#include "lines.h"
#include "options.h"
#include "reference.h"

struct filter {
	struct filter_tool *tool;
	struct options options;
	struct messages messages;
	struct lines lines;
	struct reference reference; /* the one at hand */
	bool part;                  /* it is one of several of a line, or comes from operands */
	bool whole;                 /* lines are references, whole and in UTF-8, */
	bool skips;                 /* and the tool may pass some at once */
	bool stop;                  /* as --invalid=stop says, after an invalid line */
};

/* Processes a line of input. ended: its end stands behind it. */
void handle_line(struct filter *f, const char *p, size_t n, bool ended);

#endif
