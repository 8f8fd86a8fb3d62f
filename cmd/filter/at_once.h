/* SPDX-License-Identifier: ISC */
/*
 * Passes many lines in one call to the tool's skip and convert functions. With --html, stops before a line with "&".
 * With --field, copies the fields of many lines into one buffer, each as a line, and passes these; but with --field=1,
 * passes lines without a separator where they stand.
 */
#ifndef AT_ONCE_H
#define AT_ONCE_H

#include "filter.h"

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
