/* SPDX-License-Identifier: ISC */
/* Messages on standard error, the place in the input that they name, and the exit status. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "text.h"

/* The exit statuses, the worst of which wins. */
enum {
	EXIT_WELL = 0,
	EXIT_INVALID = 1, /* some line was invalid or, with --check, would change */
	EXIT_TROUBLE = 2, /* usage, input or output */
};

/* Where a line stands. */
struct place {
	const char *file;    /* "stdin" for standard input */
	uintmax_t line;      /* from 1 */
	struct iri_str text; /* the line as it was read, in UTF-8 */
};

struct messages {
	const char *tool;     /* its name, which begins each message */
	bool quiet;           /* none about invalid lines */
	int status;           /* the exit status so far */
	struct place place;   /* the line at hand */
	size_t seen, column;  /* a byte of that line, and the number of characters before it */
	struct iri_buf notes; /* what the tool noted about the reference at hand: texts, each with its NUL, */
	struct iri_buf note_offsets; /* and the bytes of the reference that they are about, each a size_t */
	size_t n_notes;
};

/* Writes all of it, however long that takes; false with errno. */
bool fd_write(int fd, const char *p, size_t n);

/* Prints "TOOL: WHAT: TEXT"; what may be NULL. */
void message_say(const struct messages *m, const char *what, const char *text);

/* The same, and ends the program: there is no memory, output can't be written, or options make no sense. */
_Noreturn void message_die(const struct messages *m, const char *what, const char *text);

/* Ends the program if an addition to the buffer failed. */
void buf_check(const struct messages *m, const struct iri_buf *b);

/* Returns the contents, followed by IRI_PADDING bytes that may be read. */
struct iri_str buf_pad(const struct messages *m, struct iri_buf *b);

/* Writes to standard output, or ends the program. */
void stdout_write(const struct messages *m, const char *p, size_t n);

/* Makes the exit status at least this. */
void message_raise(struct messages *m, int status);

/* Goes on to the next line of the file. */
static inline void message_next_line(struct messages *m, struct iri_str text)
{
	m->place.line++;
	m->place.text = text;
	m->seen = m->column = 0;
}

/* The column of a byte of the line, in characters from 1. */
size_t message_column(struct messages *m, size_t off);

/* Prints a message about a byte of the line, and what the user can do, if hint is not NULL. */
void message_at(struct messages *m, size_t off, const char *text, const char *hint);

/* The same about an invalid line, unless with --quiet. */
void message_invalid(struct messages *m, size_t off, const char *text, const char *hint);

/* For a tool's line function: prints text as a message about byte off of the reference, once it returns. */
void message_add_note(struct messages *m, size_t off, const char *text);

/* Prints all notes, and forgets them. from: where the reference begins in the line */
void message_print_notes(struct messages *m, size_t from);

#endif
