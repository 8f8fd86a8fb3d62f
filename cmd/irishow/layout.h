/* SPDX-License-Identifier: ISC */
/*
 * Rows of a block: a heading in column 1 and a value in column 11. A long value goes on in rows that begin with eight
 * spaces and "| ". The value can be text of an attacker, so everything that could mislead is named: hidden characters,
 * characters that look like delimiters, padding with spaces, and marks without a base. A unit of text that runs from
 * right to left ends its row.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "lib/base/buf.h"

enum { LAYOUT_CUT_AFTER = 3 }; /* rows of a long value that are shown */

enum layout_style { STYLE_PLAIN, STYLE_BOLD, STYLE_WARNING, STYLE_NAME };

/* How layout_text shows a text: a sum of these */
enum {
	LAYOUT_CUT = 1 << 0,     /* cut it after three rows */
	LAYOUT_WORDS = 1 << 1,   /* break rows at spaces, not anywhere */
	LAYOUT_WARNING = 1 << 2, /* in the colours of a warning */
};

struct layout_options {
	size_t width;  /* in columns, at which rows are wrapped; 0: they are not, and nothing is cut */
	bool full;     /* cut nothing */
	bool color;
	bool defang;   /* write texts so that no software finds a link: hxxp[:], and [.] in names */
};

/* A place in the output to which a cut goes back */
struct layout_fallback {
	size_t n, column, count;
	enum layout_style style;
	bool must_break;
};

/* Writer of rows. The caller sets the first two members. */
struct layout {
	const struct layout_options *options;
	struct iri_buf *out;

	size_t room;             /* columns of a value; 0: any number */
	size_t column;           /* columns of the value in this row so far */
	enum layout_style style; /* the colours that are on */
	bool words;              /* rows break at the last space */
	bool rtl;                /* in a unit that runs from right to left */
	bool must_break;         /* the row has ended: other text begins a new one */
	size_t space;            /* the end of the last space in this row where it can break, in out; or 0 */
	size_t space_column;     /* the column after that space */
	enum layout_style space_style;

	bool cuttable, cut;              /* in a text that can be cut; it was cut */
	size_t rows;                     /* the rows of that text so far */
	size_t count;                    /* the characters of that text so far */
	size_t reserve;                  /* columns of the words that tell how much was cut */
	struct layout_fallback fallback; /* the last place where these words have room */
};

/* Begin and end a row. heading: a word, or NULL for a row that goes on with the value of the one before */
void layout_begin(struct layout *r, const char *heading);
void layout_end(struct layout *r);

/* Appends text of our own: ASCII. Rows break at its spaces. A space at the start of a row is left out. */
void layout_own(struct layout *r, const char *text);

/* Appends a number in decimal, with commas between groups of three digits. */
void layout_number(struct layout *r, size_t number);

/* Appends any text, as the sum `how` says. bold: a view of a part of s that is shown in bold, or absent */
void layout_text(struct layout *r, struct iri_str s, unsigned how, struct iri_str bold);

/*
 * Appends the characters of s, each with its number: "a U+0061, b U+0062". Characters that run
 * from right to left appear only as numbers. Can be cut.
 */
void layout_spell(struct layout *r, struct iri_str s);

/*
 * Whether rows show a character by its number and name, "<U+202E RIGHT-TO-LEFT OVERRIDE>": since it is hidden,
 * or looks like another one.
 */
bool layout_names(uint32_t ch);

/* Returns the name of such a character or, if it has none here, what it is, in a word or two: as static text. */
const char *layout_char_name(uint32_t ch);

#endif
