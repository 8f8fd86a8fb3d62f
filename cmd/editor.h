/* SPDX-License-Identifier: ISC */
/*
 * Edits the links of a document in memory: finds them, puts others in their places, and checks that the result has
 * these links and is the same elsewhere.
 */
#ifndef EDITOR_H
#define EDITOR_H

#include "diff.h"
#include "search.h"

/* Set the first three members; the others are 0 at the start. `search` (search.h) says which links can be edited. */
struct editor {
	struct lines *lines;     /* its messages must name the file as the place */
	const char *name;        /* the file's name, which can tell the format */
	struct iri_str document; /* the bytes of the file */
	/* These are for editor.c. */
	struct document_options options;
	struct iri_buf schemes;  /* of pointers to names, for options */
	struct iri_buf scheme_names; /* those that new links have, each with a NUL */
	bool is_utf8;            /* the document is read as UTF-8 */
	struct link_list {
		struct iri_buf links; /* of struct link */
		struct iri_buf bytes; /* references, and the new ones */
	} list;
	/* After editor_finish; empty if nothing changes: */
	struct iri_buf result;   /* the new document */
	struct iri_buf changes;  /* of struct change */
};

/* Finds the links. Returns false if the document cannot be searched; then a message was printed. */
bool editor_begin(struct editor *e);

/*
 * Finds the next link that can be edited, from link *i on. Returns its reference, and sets *i to its number; absent if
 * there is none. The reference is valid until the next call of editor_set.
 */
struct iri_str editor_next(const struct editor *e, size_t *i);

/* Puts another reference in the place of link i. The link stays as it is if the reference is the same. */
void editor_set(struct editor *e, size_t i, struct iri_str reference);

/* Prints a message about link i, with its place. */
void editor_say(const struct editor *e, size_t i, const char *text);

/*
 * Makes the new document, and searches it again. Returns false if it does not have the links that are wanted, in their
 * places, or if its text is not the same elsewhere; then prints a message with the place.
 */
bool editor_finish(struct editor *e);

void editor_free(struct editor *e);

#endif
