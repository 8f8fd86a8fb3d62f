/* SPDX-License-Identifier: ISC */
/* Options of the command line, common ones and a tool's own: their tables, their parser, --help and --version. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "message.h"

struct filter_tool;

/* One option. The tables of options, which end with a name of NULL, drive getopt_long and --help. */
struct filter_option {
	char letter;        /* the short option, or 0 */
	const char *name;   /* the long option */
	const char *arg;    /* the argument: a name for it, or the words to choose from ("iri|uri"); NULL: takes none */
	const char *help;   /* what the option does; lines are separated by newlines */
	/* Where the value goes. Exactly one of these four is set; `on` belongs to `flag`. */
	bool *flag;         /* set to true; with a choice of words, set to false if the word is not number `on` */
	unsigned on;        /* counted from 0 */
	/* Set to the number of the chosen word, from 0. May point to an enum: compilers give such an enum this type. */
	unsigned *choice;
	const char **text;  /* set to the argument */
	const char *(*take)(const char *arg); /* called with the argument; returns NULL, or an error message */
};

struct options {
	/* The value of --invalid, in the order of its words. Without --invalid the tool's flags decide. */
	enum invalid { INVALID_EMPTY, INVALID_KEEP, INVALID_DROP, INVALID_STOP, INVALID_UNSET } invalid;
	bool quiet, check, html, nfc, split, zero_terminated;
	char eol;              /* the byte that ends lines: newline or NUL */
	size_t field;          /* the number of the field, from 1; 0: the whole line */
	const char *separator; /* of fields */
	const char *charset, *reject;
};

/*
 * Parses the options in argv; optind is then the index of the first operand. Ends the program after an error, --help
 * and --version.
 */
struct options options_parse(const struct messages *m, const struct filter_tool *tool, int argc, char **argv);

/* Prints an error message about options and then how to get help, and ends the program. what, text: see message_say */
_Noreturn void options_refuse(const struct messages *m, const char *what, const char *text);

/*
 * For an option's take function: returns the error message "unknown KIND 'NAME'; ADVICE", with the n bytes of the name
 * escaped. The message stays valid until the next call.
 */
const char *options_unknown(const char *kind, const char *name, size_t n, const char *advice);

#endif
