/* SPDX-License-Identifier: ISC */
/* What the files share that implement charset.h: charset_open.c, charset_decode.c, charset_encode.c, charset_place.c */
#ifndef CHARSET_INTERNAL_H
#define CHARSET_INTERNAL_H

#include "charset.h"

#include <iconv.h>

/*
 * Most bytes of a code unit; most bytes that begin a text, or that a short test text has; most bytes of a character.
 * The longest characters are letters with marks in charsets where glibc composes them.
 */
enum { MAX_UNIT = 4, MAX_PREFIX = 16, MAX_CHAR = 16 };

struct charset {
	iconv_t cd;
	char *name;
	size_t unit;               /* bytes of a code unit: 1, 2 or 4 */
	bool unicode;              /* the charset is an encoding of Unicode */
	char eol;                  /* the byte that ends lines in UTF-8 */
	char newline[MAX_UNIT];    /* a line feed in the charset, in the byte order of the encoder */
	char start[MAX_PREFIX];    /* the bytes with which the encoder begins a text: a byte order mark */
	char bom[MAX_PREFIX];      /* U+FEFF in the charset */
	size_t n_start, n_bom;
	bool begun;                /* decoding of a file has begun */
	bool in_line;              /* the bytes decoded last end within a line */
	bool stateful;             /* ISO-2022-JP: after ESC, bytes can mean other characters (a shifted state) */
	bool sticky;               /* iconv does not return to the initial state when it is told to */
	bool swapped, out_swapped; /* the byte order of the input, and of the reject file, is not the encoder's */
	size_t n_ignored;          /* bytes at the start of the input that decode to nothing: a byte order mark */
	struct iri_buf held;       /* the start of a character that was cut off at the end of the bytes */
	size_t replaced;           /* number of characters for which iconv has written other characters */
	struct places *places;     /* NULL before charset_keep_places */
	struct charset *encoder, *decoder; /* of charset_write; NULL before its first call */
};

/* The bytes of the file, for charset_place.c */
struct places {
	struct charset *again;     /* the second conversion, for single bytes; its state is that at `to` */
	struct iri_buf raw;        /* the bytes of the file whose text is not discarded, and held bytes */
	uintmax_t base;            /* place in the file of the first byte of raw */
	/* The character that was passed last: */
	size_t from, to;           /* its bytes in raw, without shift sequences before it */
	size_t text_from, text_to; /* its bytes in the text, with its error byte */
};

/* Returns the first line end from p on, or NULL. Only for charsets whose code units are single bytes. */
static inline const char *charset_find_end(const struct charset *cs, const char *p, const char *limit)
{
	return p < limit ? memchr(p, cs->eol, (size_t)(limit - p)) : NULL;
}

/* Resets iconv to its initial state. Sets cs->held.failed if out of memory. */
void charset_begin_line(struct charset *cs);

/* Removes all bytes and goes to the start of another file. */
void charset_places_begin(struct places *places);

/* Keeps the next n bytes of the file. Returns false if out of memory, now or in an earlier call. */
bool charset_places_add(struct places *places, const char *p, size_t n);

/* places can be NULL. */
void charset_places_free(struct places *places);

/*
 * Calls iconv, and makes room in out as needed. Returns 0, or an errno: EILSEQ or EINVAL, with *p and *n at the
 * sequence at fault, or ENOMEM. p == NULL returns to the initial state. Adds to cs->replaced.
 */
int charset_convert(struct charset *cs, const char **p, size_t *n, struct iri_buf *out);

/*
 * Resets iconv to its state at the start of a text. Code units of several bytes need a new descriptor for that, since
 * glibc keeps the byte order that it has found.
 */
void charset_begin_text(struct charset *cs);

/* Copies a code unit; swap: into the other byte order */
void charset_put_unit(const struct charset *cs, bool swap, const char *from, char *to);

/*
 * Returns whether the byte order of a text differs from the encoder's. start: the first n bytes of the text, which may
 * be a byte order mark. Decodes these bytes and, after them, a line feed in each byte order: the one that gives a
 * line feed is that of the text. Sets cs->n_ignored.
 */
bool charset_is_swapped(struct charset *cs, const char *start, size_t n);

/* Whether the current state is shifted: digits are decoded to other characters. */
bool charset_is_shifted(struct charset *cs);

#endif
