/* SPDX-License-Identifier: ISC */
/* Inserts and removes comments in a document in memory, and checks the result: it has these, and the same links. */
#ifndef PATCH_H
#define PATCH_H

#include "editor.h"

#include "lib/base/array.h"

/*
 * A text that is inserted, and has one comment with the keyword of the options or is a part of one that is there; or
 * one that replaces a part of a comment, or the whole.
 */
struct patch {
	size_t off;           /* where, in bytes of the document */
	size_t len;           /* what it replaces */
	struct iri_str text;
	bool removes_comment; /* it replaces a comment, and has none */
	size_t comment;       /* where the comment begins in the text, or PATCH_NO_COMMENT */
	bool is_refused;      /* set by patch_document: the document stays as it is here */
};

union patches ARRAY_OF(struct patch);

#define PATCH_NO_COMMENT SIZE_MAX

/*
 * Sets e->result and e->changes to the document, as the changes before have made it, with the patches, which are sorted
 * by their places. Leaves out those with which the document would have other links, or other comments. Call it after
 * editor_begin; the document must be UTF-8. Time: for k patches that are left out, the document is searched about k log
 * n times, but at most 64 times; then the others are left out, too.
 */
void patch_document(struct editor *e, struct patch *patches, size_t n);

#endif
