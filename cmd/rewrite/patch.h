/* SPDX-License-Identifier: ISC */
/* Inserts comments into a document in memory, and checks that the result has them, and the same links. */
#ifndef PATCH_H
#define PATCH_H

#include "editor.h"

/* A text that is inserted. It has one comment with the mark of the options, or is a part of one that is there. */
struct patch {
	size_t off;          /* where, in bytes of the document */
	struct iri_str text;
	size_t comment;      /* where the comment begins in the text, or PATCH_NO_COMMENT */
	bool is_refused;     /* set by patch_document: the text is not inserted */
};

#define PATCH_NO_COMMENT SIZE_MAX

/*
 * Sets e->result and e->changes to the document with the patches, which are sorted by their places. Leaves out those
 * with which the document would have other links, or lacks the comment. Call it after editor_begin; the document must
 * be UTF-8. Time: for k patches that are left out, the document is searched about k log n times, but at most 64 times;
 * then the others are left out, too.
 */
void patch_document(struct editor *e, struct patch *patches, size_t n);

#endif
