/* SPDX-License-Identifier: ISC */
/*
 * Passes many lines in one call to the tool's skip and convert functions. With --html, stops before a line with "&".
 * With --field, copies the fields of many lines into one buffer, each as a line, and passes these; but with --field=1,
 * passes lines without a separator where they stand.
 */
#ifndef AT_ONCE_H
#define AT_ONCE_H

#include "lib/base/buf.h"

struct filter;

/* A structure of all zeros is valid at the start. */
struct at_once {
	/* The start of the next line with "&" (--html) or a separator (--field=1), or the end; NULL: not known. */
	const char *special;
	/* For --field: a batch of lines */
	struct iri_buf fields; /* the fields, each with a newline */
	struct iri_buf rows;   /* the lines, as an array of struct row; the last row is the end of the batch */
	struct iri_buf output; /* the tool's output for some of the fields */
	/* The index of the next row, and the offset of its field. The batch is finished if at == fields.n. */
	size_t next, at;
};

/* Whether lines can be processed at once, with these options. The options are those of the filter. */
bool at_once_is_possible(const struct filter *f);

/* Forgets places in the input. Must be called after each read. No batch may be unfinished then. */
void at_once_begin(struct at_once *a);

/*
 * Processes many lines. The text from p to end is whole lines. Returns the start of the first line that needs
 * filter_line, or end. The caller processes that line, and then calls again, with p at the next one.
 */
const char *at_once_process(struct filter *f, const char *p, const char *end);

void at_once_free(struct at_once *a);

#endif
