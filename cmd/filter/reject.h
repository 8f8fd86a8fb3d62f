/* SPDX-License-Identifier: ISC */
/* The reject file: gets the invalid lines, in the charset of the input, so that it can be an input file later. */
#ifndef REJECT_H
#define REJECT_H

#include "cmd/base/charset.h"
#include "cmd/base/message.h"

struct stat;

struct reject {
	const struct messages *messages;
	const char *name;
	int fd;               /* -1: there is no reject file */
	char eol;
	bool begun;           /* lines have been written */
	bool bytes;           /* the reader takes no U+FEFF for a byte order mark (FILTER_BYTES) */
	struct iri_buf lines; /* whole lines that were not yet written */

	/* Only for input in a charset other than UTF-8: */
	struct charset *charset; /* decoder of the input, or NULL */
	struct charset *encoder; /* encodes parts of lines; NULL if iconv cannot encode the charset */
	struct charset *decoder; /* decodes these again, to check that the encoder loses nothing */
	struct iri_buf raw;      /* bytes of the input before conversion */
	size_t raw_at;           /* the offset in `raw` of the start of a line */
	uintmax_t raw_passed;    /* the number of lines of the file before that offset */
	uintmax_t whole_line;    /* number of the last line rejected as a whole, since a part could not be encoded */
};

/*
 * Opens the file for appending, unless its name is NULL. If the file has content, new lines get its byte order. Ends
 * the program on failure.
 */
void reject_open(struct reject *r, const char *name);

/* Returns an error message if this program also writes to the input file that st describes; else NULL. */
const char *reject_check_input(const struct reject *r, const struct stat *st);

/* Prepares for the next input file. */
void reject_begin(struct reject *r);

/* Removes lines from r->raw, up to and including this line of the file. */
void reject_discard(struct reject *r, uintmax_t line);

/*
 * Appends an invalid line to r->lines. part: `line` is one reference of the current line, which was split, or comes
 * from operands; if it cannot be encoded, appends the whole line, once. from_file: the line was read from a file, and
 * does not come from operands
 */
void reject_add(struct reject *r, struct iri_str line, bool part, bool from_file);

/* Appends r->lines to the file. Ends the program on failure. */
void reject_flush(struct reject *r);

void reject_close(struct reject *r);

#endif
