/* SPDX-License-Identifier: ISC */
/* The reject file: invalid lines in the charset of the input, so that it can be processed later as that was. */
#ifndef REJECT_H
#define REJECT_H

#include "charset.h"
#include "message.h"

struct stat;

struct reject {
	const struct messages *messages;
	const char *name;
	int fd;               /* or -1 */
	char eol;
	bool begun;           /* something has been written */
	struct iri_buf lines; /* those not yet written, whole */

	/* Input in a charset other than UTF-8 */
	struct charset *charset; /* or NULL */
	struct charset *encoder; /* for a part of a line */
	struct charset *decoder; /* to see that the encoder loses nothing */
	struct iri_buf raw;      /* input before conversion */
	size_t raw_at;           /* an offset in it, where a line begins, */
	uintmax_t raw_passed;    /* and how many lines of the file come before that */
	uintmax_t whole;         /* the last line that was rejected as a whole, since a part could not be encoded */
};

/* Opens the file, unless its name is NULL, and takes over its byte order. Ends the program if that fails. */
void reject_open(struct reject *r, const char *name);

/* Returns a message if input is a file to which this program writes, too; else NULL. */
const char *reject_check_input(const struct reject *r, const struct stat *st);

/* Begins a file of input. */
void reject_begin(struct reject *r);

/* Forgets lines of r->raw, up to this one of the file. */
void reject_forget(struct reject *r, uintmax_t line);

/* Adds the line at hand or, if it is split, a part of it. from_file: it was read, and is no operand. */
void reject_add(struct reject *r, struct iri_str line, bool part, bool from_file);

/* Writes the lines. */
void reject_flush(struct reject *r);

void reject_close(struct reject *r);

#endif
