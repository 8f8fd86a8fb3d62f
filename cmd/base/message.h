/* SPDX-License-Identifier: ISC */
/* Messages on standard error, with their place in the input, and the exit status. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "text.h"

#include "lib/base/array.h"
#include "lib/base/texts.h"
#include "lib/iri.h"

#include <sys/types.h>

/* The exit statuses. The program exits with the highest that occurs. */
enum {
	EXIT_WELL = 0,
	/* A line was invalid or, with --check, would change. Or a tool with FILTER_JUDGES or FILTER_REPORTS says so. */
	EXIT_INVALID = 1,
	EXIT_TROUBLE = 2, /* the options were wrong, input or output failed, or memory ran out */
};

/* The place of a text, as messages name it. */
struct place {
	const char *file;    /* "stdin" for standard input */
	uintmax_t line;      /* from 1 */
	size_t column;       /* of the first byte of text, in characters from 1 */
	struct iri_str text; /* the line as it was read, in UTF-8, or a part of it */
};

struct messages {
	const char *tool;      /* the tool's name, which begins each message */
	bool quiet;            /* print no messages about invalid lines */
	int status;            /* the exit status so far */
	uintmax_t line;        /* the number of the current line of the input file, from 1 */
	struct place place;    /* of the current line, usually in the input file */
	/* Cache of message_column: the first n_counted bytes of place.text are n_chars characters. */
	size_t n_counted, n_chars;
	struct iri_buf notes;  /* texts that the tool has noted about the current reference, each with its NUL */
	union ARRAY_OF(size_t) note_offsets; /* for each note a size_t: the byte of the reference that it is about */
	size_t n_notes;
	struct iri_texts said; /* the lines of message_once */
};

/* Gets what a process prints that works for another one. */
struct diversion {
	/* Gets texts for standard output or error (fd), and those of message_once (MESSAGE_ONCE). NULL: prints them */
	void (*write)(int fd, const char *p, size_t n);
	void (*end)(void); /* is called when message_die ends the program, after its message */
};

enum { MESSAGE_ONCE = -1 };

/* NULL: prints as usual. */
void message_divert(const struct diversion *d);

/* Calls read(2), again after EINTR; after EAGAIN waits first until there is input. */
ssize_t fd_read(int fd, char *to, size_t n);

/* Writes n bytes; waits if fd is non-blocking. Returns false and sets errno on failure. */
bool fd_write(int fd, const char *p, size_t n);

/*
 * Shows a line on the terminal that is standard error, until something is written there or to standard output, or
 * message_hide is called.
 */
void message_show(struct iri_str line);
void message_hide(void);

/* Prints "TOOL: WHAT: TEXT", or "TOOL: TEXT" if what is NULL. Escapes WHAT, but not TEXT. */
void message_say(const struct messages *m, const char *what, const char *text);

/*
 * Prints the same message, unless it was printed before by this function: if several processes read files, each of them
 * finds that a folder cannot be read. Free m->said at the end.
 */
void message_once(struct messages *m, const char *what, const char *text);

/* Prints a line as message_once does. */
void message_once_line(struct messages *m, struct iri_str line);

/*
 * Prints the same message and ends the program with EXIT_TROUBLE: when memory runs out, output cannot be written, or
 * options are wrong.
 */
_Noreturn void message_die(const struct messages *m, const char *what, const char *text);

/* Ends the program if memory ran out for the buffer. */
void buf_check(const struct messages *m, const struct iri_buf *b);

/* Returns the contents, followed by IRI_PADDING bytes that may be read. Ends the program if memory runs out. */
struct iri_str buf_pad(const struct messages *m, struct iri_buf *b);

/* Writes n bytes to standard output. Ends the program on failure. */
void stdout_write(const struct messages *m, const char *p, size_t n);

/*
 * Closes standard output, if it is open. Ends the program if that fails: on some file systems, only close reports that
 * written data was lost.
 */
void stdout_close(const struct messages *m);

/* Raises the exit status to `status` if it is lower. */
static inline void message_raise(struct messages *m, int status)
{
	if (m->status < status)
		m->status = status;
}

/* Makes text, the next line of the file, the current line. */
static inline void message_next_line(struct messages *m, struct iri_str text)
{
	m->place.line = ++m->line;
	m->place.column = 1;
	m->place.text = text;
	m->n_counted = m->n_chars = 0;
}

/* Returns the column of byte off of place.text, in characters from 1. */
size_t message_column(struct messages *m, size_t off);

/*
 * Prints "TOOL: FILE:LINE:COLUMN: TEXT; HINT" about a place in the current file. hint may be NULL. If the message
 * cannot be written, raises the exit status to EXIT_TROUBLE.
 */
void message_in_place(struct messages *m, uintmax_t line, size_t column, const char *text, const char *hint);

/* Calls message_in_place for byte off of place.text. */
void message_at(struct messages *m, size_t off, const char *text, const char *hint);

/* Raises the exit status to EXIT_INVALID and, without --quiet, prints the message that message_at prints. */
void message_invalid(struct messages *m, size_t off, const char *text, const char *hint);

/* For a tool's line function: adds a note about byte off of the reference. The filter prints it later. */
void message_add_note(struct messages *m, size_t off, const char *text);

/* Adds a note that the label of a domain name at byte off stays as it is, and why. */
void message_add_refusal(struct messages *m, size_t off, const struct iri_refusal *r);

/* Prints all notes as messages, and removes them. from: the byte of place.text where the reference begins */
void message_print_notes(struct messages *m, size_t from);

#endif
