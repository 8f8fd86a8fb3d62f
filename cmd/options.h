/* SPDX-License-Identifier: ISC */
/* Options, those that all tools have and a tool's own: their tables, their parser, --help and --version. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "message.h"

struct filter_tool;

/* One option. The tables of options, which end with a name of NULL, drive getopt_long and --help. */
struct filter_option {
	char letter;        /* the short option, or 0 */
	const char *name;   /* the long option */
	const char *arg;    /* what it takes: a name for it, or words to choose from, as in "iri|uri"; or NULL */
	const char *help;   /* may have several lines */
	/* Where it goes: one of these is set. */
	bool *flag;         /* becomes true or, if there are words, whether the chosen one is number `on` */
	unsigned on;
	/* Becomes the number of the chosen word, from 0. May be an enum in their order: compilers make it unsigned. */
	unsigned *choice;
	const char **text;  /* becomes what the option takes */
	const char *(*take)(const char *arg); /* is given that; returns NULL, or what is wrong with it */
};

struct options {
	/* What --invalid says, in the order of its words; without it the tool's flags decide. */
	enum invalid { INVALID_EMPTY, INVALID_KEEP, INVALID_DROP, INVALID_STOP, INVALID_UNSAID } invalid;
	bool quiet, check, html, nfc, split, zero_terminated;
	char eol;              /* what ends lines: newline or NUL */
	size_t field;          /* from 1; 0: the whole line */
	const char *separator; /* of fields */
	const char *charset, *reject;
};

/* Takes the options in argv, up to optind; ends the program if something is wrong with them. */
struct options options_parse(const struct messages *m, const struct filter_tool *tool, int argc, char **argv);

/* Says what is wrong with an option, and where help is, and ends the program. what may be NULL. */
_Noreturn void options_refuse(const struct messages *m, const char *what, const char *text);

#endif
