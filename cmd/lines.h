/* SPDX-License-Identifier: ISC */
/* Input and output: opens files, reads blocks, writes lines; in runs, from where they were read, if unchanged. */
#ifndef LINES_H
#define LINES_H

#include "options.h"
#include "reject.h"

enum { BLOCK = 128 * 1024 }; /* what is read at once */

struct lines {
	struct messages *messages;
	struct charset *charset; /* of input; NULL: UTF-8 */
	char eol;
	bool is_file;            /* input is a file, not operands, and may have a byte order mark */
	struct iri_buf in;       /* input that was not yet processed */
	struct iri_buf out;      /* output that was not yet written */
	struct iri_str run;      /* lines of `in` that are output, too, as they are, behind `out` */
	struct reject reject;
};

/* Opens the charset, which may turn --nfc on, and the reject file. Ends the program if that fails. */
void lines_open(struct lines *l, struct messages *m, struct options *o);

/* Closes output; ends the program if some of it is lost. */
void lines_close(struct lines *l);

/* Ends the program if a file of input is one that is written, too. */
void lines_check_inputs(const struct lines *l, int n, char **names);

/* Opens a file, or standard input for "-"; -1 after a message. operand: the name may be an IRI by mistake. */
int lines_open_input(struct lines *l, const char *name, bool operand);

/* Before the first block of a file, or before operands. */
void lines_begin(struct lines *l, bool is_file);

/* Reads a block behind what is in l->in. False at the end of the file, or after an error. */
bool lines_fill(struct lines *l, int fd);

/* Forgets the first n bytes of l->in: all lines up to the one at hand. */
void lines_forget(struct lines *l, size_t n);

/* For a tool's start: reads another file, each line of it without its end; false after a message. */
bool lines_read(struct lines *l, const char *name, void (*line)(void *arg, struct iri_str line), void *arg);

/* Ends the run: its lines become output. Comes before any other output, and before l->in changes. */
void lines_end_run(struct lines *l);

/* Appends a line, and its end, to the output. */
void lines_add(struct lines *l, struct iri_str s);

/* Writes all output, except the run, and all rejected lines. */
void lines_flush(struct lines *l);

/* The same if it is much. */
static inline void lines_flush_some(struct lines *l)
{
	if (l->out.n >= BLOCK || l->reject.lines.n >= BLOCK)
		lines_flush(l);
}

#endif
