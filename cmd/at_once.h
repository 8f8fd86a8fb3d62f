/* SPDX-License-Identifier: ISC */
/*
 * Many lines at once, for the tool's skip and convert functions. With --html, only lines without "&" are passed to
 * them. With --field=1, lines without a separator are. Of other lines with --field, the fields are copied together, as
 * lines of their own.
 */
#ifndef AT_ONCE_H
#define AT_ONCE_H

#include "../lib/buf.h"

struct filter;

/* A structure of all zeros is valid at the start. */
struct at_once {
	/* The start of the next line with "&" (--html) or a separator (--field=1), or the end; NULL: not known. */
	const char *special;
	/* For --field: a batch of lines, processed up to `next` and `at`. */
	struct iri_buf fields; /* the fields, each with a newline */
	struct iri_buf rows;   /* the lines, as an array of struct row; the last row is the end of the batch */
	struct iri_buf output; /* the tool's output for some of the fields */
	size_t next, at;       /* the number of the next row, and the offset of its field in `fields` */
};

/* Whether lines can be processed at once, with these options. The options are those of the filter. */
bool at_once_is_possible(const struct filter *f);

/* Forgets places in the input. Must be called after each read, when no batch is unfinished. */
void at_once_begin(struct at_once *a);

/*
 * Processes many lines. The text from p to end is whole lines. Returns the start of the first line that needs
 * filter_line, or end. The caller processes that line before the next call, which continues after it.
 */
const char *at_once_process(struct filter *f, const char *p, const char *end);

void at_once_free(struct at_once *a);

#endif
