/* SPDX-License-Identifier: ISC */
/* Options of the command line: their tables, their parser, --help and --version. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "message.h"
#include "similar.h"

#include "lib/base/array.h"

#include <stddef.h>

/* What becomes of the value of an option */
enum option_kind {
	OPTION_TAKE,   /* a function gets it: `take` */
	/* It goes to a member of the structure of the table. The macros below set these kinds. */
	OPTION_FLAG,   /* a bool: set to true; with a choice of words, set to false if the word is not number `on` */
	OPTION_CHOICE, /* an unsigned int, or an enum, which has this type: set to the number of the word, from 0 */
	OPTION_TEXT,   /* a const char *: set to the argument */
	OPTION_USE,    /* a union option_uses, to which the option is appended */
};

/* One option. Tables of options end with a name of NULL. */
struct option_row {
	char letter;        /* the short option, or 0 */
	const char *name;   /* the long option */
	const char *arg;    /* the argument: a name for it, or the words to choose from ("iri|uri"); NULL: takes none */
	const char *help;   /* what the option does; lines are separated by newlines */
	enum option_kind kind;
	size_t at;          /* the offset of the member */
	/*
	 * The number of a word, from 0: of a choice, the one that counts without an argument; see OPTION_FLAG. For
	 * OPTION_USE, a number for the program
	 */
	unsigned on;
	/*
	 * Called with the structure of the table, and the argument, or NULL if there is none. Returns NULL, or an error
	 * message.
	 */
	const char *(*take)(void *values, const char *arg);
	/* For a choice of words: returns the word that an argument stands for, or the argument. NULL: only words */
	const char *(*word_of)(const char *arg);
	bool in_file;         /* a file of settings can have it */
	bool arg_is_optional; /* the argument can be missing, and cannot be a separate word: -i.bak, --in-place=.bak */
};

/*
 * Initialisers of struct option_row for a member of the structure, for instance FLAG_OF(struct options, quiet). The
 * comparison does nothing; it lets the compiler warn about a member of another type.
 */
#define FLAG_OF(structure, member) .kind = OPTION_FLAG, .at = OPTION_OFFSET(structure, member, bool)
#define CHOICE_OF(structure, member) .kind = OPTION_CHOICE, .at = OPTION_OFFSET(structure, member, unsigned)
#define TEXT_OF(structure, member) .kind = OPTION_TEXT, .at = OPTION_OFFSET(structure, member, const char *)
#define USES_OF(structure, member) .kind = OPTION_USE, .at = OPTION_OFFSET(structure, member, union option_uses)
#define OPTION_OFFSET(structure, member, type) \
	(offsetof(structure, member) + 0 * sizeof(&((structure *)NULL)->member == (type *)NULL))

/* A table of options with the structure that gets their values. Such tables drive getopt_long and --help. */
struct option_table {
	const struct option_row *rows;
	void *values;
};

/* An option as the user gave it, in a list that keeps their order */
struct option_use {
	const struct option_row *row;
	const char *arg;    /* its argument, or NULL if it takes none */
};

union option_uses ARRAY_OF(struct option_use);

/* What a program says with --help, and its options */
struct program {
	const char *summary;   /* what the program does, in one or more lines */
	const char *operands;  /* options and operands; NULL: the operands are files */
	const char *input;     /* what the program does without operands; NULL: it reads standard input */
	struct option_table tables[14]; /* the tables of its options; the last has no rows */
	const char *succeeds;  /* when the exit status is 0; NULL: "success" */
	const char *fails;     /* when the exit status is 1 */
	/* Names of options that the program refuses, separated by "|": --help does not list them. NULL: none */
	const char *refuses;
	const char *refusal;   /* the message about these options */
	const char *checks;    /* for a filter: what --check does; NULL: the usual text */
};

/*
 * Parses the options in argv, and stores their values as the tables say; optind is then the index of the first operand.
 * Adds --help, which is also -h unless the tables have another -h, and --version, also -V. Ends the program after an
 * error, --help and --version.
 */
void options_parse(const struct messages *m, const struct program *program, int argc, char **argv);

/*
 * Returns the option with this long name, if a file of settings can have it, and sets *table to its table. Else returns
 * NULL, with an error message in `text`.
 */
const struct option_row *options_setting(const struct option_table *tables, const char *name,
                                         const struct option_table **table, struct iri_buf *text);

/* Prints an error message about options and then how to get help, and ends the program. what, text: see message_say */
_Noreturn void options_refuse(const struct messages *m, const char *what, const char *text);

/*
 * For an option's take function: returns the error message "unknown KIND 'WORD'; did you mean 'BEST'?" or, if s->best
 * is absent, "unknown KIND 'WORD'; ADVICE", without the advice if it is NULL. The message stands in `text`, and the
 * word is escaped there.
 */
const char *options_unknown(struct iri_buf *text, const char *kind, const struct similar *s, const char *advice);

#endif
