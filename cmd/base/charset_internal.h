/* SPDX-License-Identifier: ISC */
/* For charset.c, which converts, and charset_place.c, which finds places in the file: they implement charset.h. */
#ifndef CHARSET_INTERNAL_H
#define CHARSET_INTERNAL_H

#include "charset.h"

#include <iconv.h>

/*
 * Most bytes of a code unit; most bytes that begin a text, or that a short test text has; most bytes of a character.
 * The longest characters are surrogate pairs in JAVA, and letters with marks in charsets where glibc composes them.
 */
enum { MAX_UNIT = 4, MAX_PREFIX = 16, MAX_CHAR = 16 };

struct charset {
	iconv_t cd;
	char *name;
	size_t unit;               /* bytes of a code unit: 1, 2 or 4 */
	bool unicode;              /* the charset is an encoding of Unicode */
	char eol;                  /* the byte that ends lines in UTF-8 */
	char newline[MAX_UNIT];    /* a line feed in the charset, in the byte order of the encoder */
	char zeros[2];             /* the text "00" in the charset, if its digits take one byte each */
	char start[MAX_PREFIX];    /* the bytes with which the encoder begins a text: a byte order mark, or an escape */
	char bom[MAX_PREFIX];      /* U+FEFF in the charset */
	size_t n_start, n_bom;
	bool begun;                /* decoding of a file has begun */
	bool in_line;              /* the bytes decoded last end within a line */
	/* Bytes that may begin a shifted state (a state in which bytes mean other characters, as in ISO-2022-JP) */
	char shifts[3];
	size_t n_shifts;
	bool sticky;               /* iconv does not return to the initial state when it is told to */
	bool swapped, out_swapped; /* the byte order of the input, and of the reject file, is not the encoder's */
	size_t n_ignored;          /* bytes at the start of the input that decode to nothing: a byte order mark */
	struct iri_buf held;       /* the start of a character that was cut off at the end of the bytes */
	size_t replaced;           /* number of characters for which iconv has written other characters */
	struct places *places;     /* NULL before charset_keep_places */
	struct charset *encoder, *decoder; /* of charset_write; NULL before its first call */
};

/* Returns the byte that ends a line of the input. Only for charsets whose code units are single bytes. */
static inline char charset_line_end(const struct charset *cs)
{
	return cs->eol ? cs->newline[0] : '\0';
}

/*
 * Resets iconv to its initial state, then gives it the bytes that begin a text again. (In ISO-2022-KR they choose a
 * character set for all lines.) Sets cs->held.failed if out of memory.
 */
void charset_begin_line(struct charset *cs);

/* Removes all bytes and goes to the start of another file. */
void charset_places_begin(struct places *places);

/* Keeps the next n bytes of the file. Returns false if out of memory, now or in an earlier call. */
bool charset_places_add(struct places *places, const char *p, size_t n);

/* places can be NULL. */
void charset_places_free(struct places *places);

#endif
