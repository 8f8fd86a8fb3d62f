/* SPDX-License-Identifier: ISC */
/* Options, those that all tools have and a tool's own: their tables, their parser, --help and --version. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "message.h"

struct filter_tool;

/* One option. The tables of options drive getopt_long and --help. */
struct filter_option {
	int key;          /* the short option's letter, or from FILTER_TOOL_KEY on when there is none */
	const char *name; /* the long option */
	const char *arg;  /* what it takes: a name for it, or words to choose from, as in "iri|uri"; or NULL */
	const char *help; /* may have several lines */
};

enum { FILTER_TOOL_KEY = 256 };

struct options {
	/* What --invalid says, in the order of its words; without it the tool's flags decide. */
	enum invalid { INVALID_EMPTY, INVALID_KEEP, INVALID_DROP, INVALID_STOP, INVALID_UNSAID } invalid;
	bool quiet, check, html, nfc, split;
	char eol;              /* what ends lines */
	size_t field;          /* from 1; 0: the whole line */
	const char *separator; /* of fields */
	const char *charset, *reject;
};

/* Takes the options in argv, up to optind; ends the program if something is wrong with them. */
void options_parse(struct options *o, const struct messages *m, const struct filter_tool *tool, int argc,
                   char **argv);

/* Says what is wrong with an option, and where help is, and ends the program. what may be NULL. */
_Noreturn void options_refuse(const struct messages *m, const char *what, const char *text);

#endif
