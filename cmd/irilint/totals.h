/* SPDX-License-Identifier: ISC */
/* What a run has found in all, for the line at its end on a terminal. */
#ifndef TOTALS_H
#define TOTALS_H

#include "cmd/base/message.h"

struct totals {
	uintmax_t files, found_files; /* documents that were read, and those that have findings */
	uintmax_t findings, errors, fixable, silenced;
};

/* Adds the totals of other files. */
void totals_add(struct totals *t, const struct totals *more);

/*
 * Prints them as a message: "12 findings (3 errors) in 5 of 400 files; 4 can be fixed with --fix". Without files, as
 * for lists, leaves them out. is_rest: the findings are what --fix has left; settings: the files of settings that were
 * read, or nothing
 */
void totals_say(const struct totals *t, const struct messages *m, bool is_rest, struct iri_str settings);

#endif
