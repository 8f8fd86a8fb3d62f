/* SPDX-License-Identifier: ISC */
/* The options that all filters have. */
#ifndef COMMON_H
#define COMMON_H

#include "cmd/base/options.h"

struct options {
	/* The value of --invalid, in the order of its words. Without --invalid the tool's flags decide. */
	enum invalid { INVALID_EMPTY, INVALID_KEEP, INVALID_DROP, INVALID_STOP, INVALID_UNSET } invalid;
	bool quiet, check, csv, html, located, nfc, split, zero_terminated;
	char eol;              /* the byte that ends lines: newline or NUL */
	size_t field;          /* the number of the field, from 1; 0: the whole line */
	const char *column;    /* --csv: the name of the field; then `field` is 1. NULL: the user gave a number */
	const char *separator; /* of fields */
	const char *charset, *reject;
};

/*
 * Adds the common options to the tables of the program, and parses the options in argv. *o gets the values of the
 * common ones. Ends as options_parse does.
 */
void common_parse(const struct messages *m, struct program *program, struct options *o, int argc, char **argv);

#endif
