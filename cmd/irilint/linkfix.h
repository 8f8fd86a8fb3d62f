/* SPDX-License-Identifier: ISC */
/* Fixes the links of documents, and shows in reports what --fix writes. */
#ifndef LINKFIX_H
#define LINKFIX_H

#include "local.h"
#include "prune_comments.h"

#include "lib/base/array.h"

/* All members are 0 at the start, but for the first two. */
struct linkfix {
	struct checker *checker;
	struct local *local;
	union ARRAY_OF(uintmax_t) silenced; /* places of links that stay, ascending */
	struct iri_buf fixed, copy, encoded; /* working space */
	size_t next;             /* the number of a finding */
};

/*
 * After a document was read, before held_settle: lists the places of its links that have a finding which could be
 * fixed, but is silenced by a comment.
 */
void linkfix_list_silenced(struct linkfix *x);

/* Sets the links of e that can be fixed, and are not in the list. is_local: local_begin was called for the document */
void linkfix_set(struct linkfix *x, struct editor *e, bool is_local);

/*
 * For a report, after linkfix_list_silenced and held_settle: gives the findings that are left, and those about
 * comments, what --fix writes for them in the document. text: the document; is_local: as for linkfix_set; format,
 * is_complete: see prune_comments
 */
struct linkfix_document {
	const char *name;
	const struct selection *selection;
	struct iri_str text;
	enum document_format format;
	bool is_local, is_complete;
};
void linkfix_show(struct linkfix *x, const struct linkfix_document *document);

void linkfix_free(struct linkfix *x);

#endif
