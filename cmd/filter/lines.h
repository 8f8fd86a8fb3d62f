/* SPDX-License-Identifier: ISC */
/* Input and output: opens files, reads blocks, writes lines. Writes a long run of unchanged lines without a copy. */
#ifndef LINES_H
#define LINES_H

#include "common.h"
#include "reject.h"

#include <string.h>

enum { BLOCK = 128 * 1024 }; /* bytes that one read asks for */

struct lines {
	struct messages *messages;
	const char *stdin_name;  /* what standard input is called, the value of --stdin-filename; or NULL */
	struct charset *charset; /* decoder of the input; NULL: the input is UTF-8 */
	struct charset *own;     /* the same if it is only for the current file, else NULL; see lines_decode */
	char eol;                /* the byte that ends lines, in UTF-8 */
	bool is_file;            /* input is a file, not operands, and may have a byte order mark */
	struct iri_str memory;   /* the input that lines_fill has not yet read, if its fd is -1 */
	struct iri_buf in;       /* input in UTF-8 that was not yet processed */
	uintmax_t passed;        /* number of bytes that stood before `in` and were discarded, in UTF-8 */
	struct iri_buf out;      /* output that was not yet written */
	struct iri_str run;      /* unchanged lines of `in`, with their line ends, to be written after `out` */
	struct reject reject;
};

/*
 * Opens the charset and the reject file. Sets o->nfc if the charset is not an encoding of Unicode. Also opens standard
 * descriptors that are closed. Ends the program on failure.
 */
void lines_open(struct lines *l, struct messages *m, struct options *o);

/* The part of lines_open that opens the charset. */
void lines_open_charset(struct lines *l, struct options *o);

/* Closes standard output and the reject file; ends the program if the system reports that output was lost. */
void lines_close(struct lines *l);

/* Ends the program if it would also write to one of the n files of input. */
void lines_check_inputs(const struct lines *l, int n, char **names);

/* Whether a name means standard input: it is "-", or l->stdin_name itself. A file can have an equal name. */
static inline bool lines_is_stdin(const struct lines *l, const char *name)
{
	return name == l->stdin_name || !strcmp(name, "-");
}

/* Returns the name that tools work with: that of --stdin-filename for "-", else the same. */
static inline const char *lines_named(const struct lines *l, const char *name)
{
	return l->stdin_name && !strcmp(name, "-") ? l->stdin_name : name;
}

/* Returns the name of standard input for messages and findings. */
static inline const char *lines_stdin_name(const struct lines *l)
{
	return l->stdin_name ? l->stdin_name : "stdin";
}

/*
 * Opens a file, or standard input if lines_is_stdin says so. Prints a message and returns -1 on failure. advice: ends
 * the message if the file cannot be opened; or NULL
 */
int lines_open_input(struct lines *l, const char *name, const char *advice);

/* Prepares for a file, or for operands. Must be called before the first input of each. */
void lines_begin(struct lines *l, bool is_file);

/*
 * Reads a block and appends it, in UTF-8, to l->in. Returns false at the end of the file, or after an error, for which
 * it has printed a message. If fd is -1, takes the block from the start of l->memory instead.
 */
bool lines_fill(struct lines *l, int fd);

/*
 * Decodes this file, which was read as UTF-8 up to now, with a new decoder from its first byte on. l->in must have all
 * bytes that were read. at_end: lines_fill has returned false. Takes ownership of cs. lines_begin returns to UTF-8.
 */
void lines_decode(struct lines *l, struct charset *cs, bool at_end);

/* Prepares for lines_place. Must be called after lines_begin, before the file is read. */
void lines_keep_places(struct lines *l);

/* Returns the place in the file of p, which points into l->in, in bytes of the file. See charset_place. */
uintmax_t lines_place(struct lines *l, const char *p, bool end);

/* Removes the first n bytes from l->in: all lines up to the current one. */
void lines_discard(struct lines *l, size_t n);

/* Reads a block of the file and appends it. Sets *n to its size, 0 at the end. On failure, does as lines_read_all. */
bool lines_read_block(const struct lines *l, int fd, struct iri_buf *to, size_t *n);

/* Reads the file to its end and appends it to `all`. Prints a message and returns false on failure. */
bool lines_read_all(const struct lines *l, int fd, struct iri_buf *all);

/*
 * For a tool's start function: reads the whole of another file, which must be in UTF-8. Then calls line for each of its
 * lines, without line end. If the file cannot be read, prints a message, calls nothing and returns false.
 */
bool lines_read(struct lines *l, const char *name, void (*line)(void *arg, struct iri_str line), void *arg);

/* Ends the run: puts its lines into the output. Must be called before other output, and before l->in changes. */
void lines_end_run(struct lines *l);

/* Appends a line and a line end to the output. */
void lines_add(struct lines *l, struct iri_str s);

/* Prints a line as it is. ended: the line end follows it in the input. */
static inline void lines_pass(struct lines *l, struct iri_str line, bool ended)
{
	if (ended) {
		if (!l->run.n)
			l->run.p = line.p;
		l->run.n += line.n + 1;
		return;
	}
	lines_end_run(l);
	lines_add(l, line);
}

/* Writes l->out and all rejected lines, and empties both. The run stays. */
void lines_flush(struct lines *l);

/* Calls lines_flush if the output or the rejected lines have at least the size of a block. */
static inline void lines_flush_some(struct lines *l)
{
	if (l->out.n >= BLOCK || l->reject.lines.n >= BLOCK)
		lines_flush(l);
}

#endif
