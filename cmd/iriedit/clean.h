/* SPDX-License-Identifier: ISC */
/* --clean: removes the parameters of queries that only track the reader. */
#ifndef CLEAN_H
#define CLEAN_H

#include "cmd/base/arena.h"
#include "cmd/filter/filter.h"
#include "lib/base/array.h"

/* A structure of all zeros is valid at the start; clean_free frees it. */
struct clean {
	struct iri_linter *linter; /* has only the rule tracking-parameter */
	union ARRAY_OF(struct clean_row) rows; /* from files */
	struct iri_buf host;       /* of the current link, in lower case */
	struct iri_buf text;       /* for messages */
	struct arena fixed;        /* the texts of the rows */
};

/*
 * Reads a file of lines "HOST TAB KEY", patterns of the shell for the host and for the decoded key. Empty lines and
 * those that begin with "#" count for nothing. Ends the program if the file cannot be read, or a line is wrong.
 */
void clean_read(struct clean *c, struct filter *f, const char *name);

/*
 * Sets *out to the valid reference without these parameters. If the link is signed, it keeps all. explains: add a note
 * for each about its place in the reference s, or at its start if `in_line` is false
 */
enum iri_status clean_link(struct clean *c, struct filter *f, struct iri_str s, bool explains, bool in_line,
                           struct iri_str *out, struct iri_error *err);

void clean_free(struct clean *c);

#endif
