/* SPDX-License-Identifier: ISC */
/* Options of the command line: their tables, their parser, --help and --version. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "message.h"

/* One option. The tables of options, which end with a name of NULL, drive getopt_long and --help. */
struct option_row {
	char letter;        /* the short option, or 0 */
	const char *name;   /* the long option */
	const char *arg;    /* the argument: a name for it, or the words to choose from ("iri|uri"); NULL: takes none */
	const char *help;   /* what the option does; lines are separated by newlines */
	/* Where the value goes. Exactly one of these five is set; `on` belongs to `flag` and `uses`. */
	bool *flag;         /* set to true; with a choice of words, set to false if the word is not number `on` */
	unsigned on;        /* counted from 0; for `uses`, a number for the program */
	/* Set to the number of the chosen word, from 0. May point to an enum: compilers give such an enum this type. */
	unsigned *choice;
	const char **text;  /* set to the argument */
	/* Called with the argument, or NULL if there is none; returns NULL, or an error message */
	const char *(*take)(const char *arg);
	struct iri_buf *uses; /* a list of struct option_use, to which the option is appended */
	bool arg_is_optional; /* the argument can be missing, and cannot be a separate word: -i.bak, --in-place=.bak */
};

/* An option as the user gave it, in a list that keeps their order */
struct option_use {
	const struct option_row *row;
	const char *arg;    /* its argument, or NULL if it takes none */
};

/* What a program says with --help, and its options */
struct program {
	const char *summary;   /* what the program does, in one or more lines */
	const char *operands;  /* options and operands; NULL: the operands are files */
	const char *input;     /* what the program does without operands; NULL: it reads standard input */
	const struct option_row *tables[7]; /* the tables of its options; ends with NULL */
	const char *succeeds;  /* when the exit status is 0; NULL: "success" */
	const char *fails;     /* when the exit status is 1 */
};

/*
 * Parses the options in argv, and stores their values as the tables say; optind is then the index of the first operand.
 * Adds --help and --version. Ends the program after an error, --help and --version.
 */
void options_parse(const struct messages *m, const struct program *program, int argc, char **argv);

/* Prints an error message about options and then how to get help, and ends the program. what, text: see message_say */
_Noreturn void options_refuse(const struct messages *m, const char *what, const char *text);

/*
 * For an option's take function: returns the error message "unknown KIND 'NAME'; ADVICE", with the n bytes of the name
 * escaped. The message stays valid until the next call.
 */
const char *options_unknown(const char *kind, const char *name, size_t n, const char *advice);

#endif
