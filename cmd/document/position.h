/* SPDX-License-Identifier: ISC */
/* Counts the lines and columns of places in a document, which is read in pieces. */
#ifndef POSITION_H
#define POSITION_H

#include "cmd/filter/lines.h"

/* The place that position_move has reached. Places count bytes of the text in UTF-8, not bytes of the file. */
struct position {
	const struct lines *lines;
	uintmax_t base;       /* the place of the first byte of lines->in */
	uintmax_t line;       /* number of its line, from 1 */
	uintmax_t line_start; /* place of the first character of the line */
	uintmax_t counted;    /* line ends before this place are counted in `line` */
	bool after_cr;        /* the byte before `counted` is a carriage return */
	uintmax_t measured;   /* characters of the line before this place are counted in `chars` */
	size_t chars;
};

/* Counts lines and characters up to this place, which is not before the last one nor after the end of lines->in. */
void position_move(struct position *at, uintmax_t place);

#endif
