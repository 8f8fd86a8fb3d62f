/* SPDX-License-Identifier: ISC */
/* Fixes the links of documents. */
#ifndef LINKFIX_H
#define LINKFIX_H

#include "local.h"

/* All members are 0 at the start, but for the first two. */
struct linkfix {
	struct checker *checker;
	struct local *local;
	struct iri_buf silenced; /* of uintmax_t: places of links that stay, ascending */
	struct iri_buf fixed;    /* working space */
};

/*
 * After a document was read, before checker_settle: lists the places of its links that have a finding which could be
 * fixed, but is silenced by a comment.
 */
void linkfix_list_silenced(struct linkfix *x);

/* Sets the links of e that can be fixed, and are not in the list. is_local: local_begin was called for the document */
void linkfix_set(struct linkfix *x, struct editor *e, bool is_local);

void linkfix_free(struct linkfix *x);

#endif
