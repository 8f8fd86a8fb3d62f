/* SPDX-License-Identifier: ISC */
/* Colours on terminals: --color, the environment, and the sequences that change colours (ECMA-48, SGR). */
#ifndef COLOR_H
#define COLOR_H

#include "options.h"

/* The value of --color. All zeros before the options are parsed */
struct color_option {
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } when;
};

extern const struct option_row color_options[];

/*
 * Whether to write colours to this descriptor. The first that says something decides: --color; NO_COLOR; CLICOLOR_FORCE
 * and FORCE_COLOR; CLICOLOR=0; TERM=dumb; else whether it is a terminal. A variable that is empty says nothing.
 */
bool color_is_wanted(const struct color_option *o, int fd);

/* What a text is. What grep(1), ripgrep and git(1) print, too, has their colours. */
enum color {
	COLOR_NONE,      /* ends every other one */
	COLOR_STRONG,    /* what counts most */
	COLOR_FILE,      /* the name of a file */
	COLOR_NUMBER,    /* a place, a number of links */
	COLOR_SEPARATOR, /* between these */
	COLOR_ERROR,
	COLOR_WARNING,
	COLOR_INFO,
	COLOR_INVERSE,   /* a character that cannot be seen */
	COLOR_REMOVED,   /* a line of a diff */
	COLOR_ADDED,
	COLOR_HUNK,      /* the places of lines of a diff */
	COLORS
};

/* Returns the sequence that begins a colour, with COLOR_NONE that ends it; or "" if none are wanted. */
const char *color_sequence(bool is_wanted, enum color color);

#endif
