/* SPDX-License-Identifier: ISC */
/*
 * Edits the links of a document in memory: finds them, puts others in their places, and checks that the result has
 * these links and is the same elsewhere.
 */
#ifndef EDITOR_H
#define EDITOR_H

#include "diff.h"
#include "link_list.h"

#include "lib/base/array.h"

/* Set the first members, up to `silent`; the others are 0 at the start. */
struct editor {
	struct lines *lines;     /* lines->messages->place.file must name the file */
	const struct selection *selection; /* the links that can be edited */
	const char *name;        /* the file's name; its end tells the format with --from=auto */
	struct iri_str document; /* the bytes of the file */
	bool partial;            /* a link that cannot be written stays as it is; else the document does */
	bool quiet;              /* without a message about such a link */
	bool silent;             /* without any message, and without a change of the exit status */
	/* The other members are for editor.c, except for the last two. */
	struct document_options options;
	union ARRAY_OF(const char *) schemes; /* of schemes, for `options` */
	struct iri_buf scheme_names; /* names that only new links have, each with a NUL */
	struct iri_buf text;     /* the decoded document, if it is not in UTF-8 and a link changes */
	bool is_utf8;            /* the document is read as UTF-8 */
	struct link_list list;
	struct iri_str declarations; /* see entities_declarations */
	/* Set by editor_finish. Empty if no link changes. */
	struct iri_buf fitting, written; /* the new link in the charset of the document, and as it is written */
	struct iri_buf result;   /* the new document */
	union changes changes;
};

/* Returns the format of the document that the options or its name tell, or FORMAT_AUTO. */
enum document_format editor_format(const struct editor *e);

/* Finds the links. */
enum document_result editor_begin(struct editor *e);

/*
 * Finds the next link that can be edited, from link *i on. Returns its reference, and sets *i to its number. Returns an
 * absent string if there is none. The reference is valid until the next call of editor_set.
 */
struct iri_str editor_next(const struct editor *e, size_t *i);

/* Returns the kind of link i; the number of layers that it stands in, more than 1 in a document in an attribute. */
enum span_kind editor_kind(const struct editor *e, size_t i);
size_t editor_depth(const struct editor *e, size_t i);

/* These members of the span of link i; see struct span. */
bool editor_is_name(const struct editor *e, size_t i);

/* Whether it is a pattern of such names; see is_pattern of struct span. */
bool editor_is_pattern(const struct editor *e, size_t i);
bool editor_is_asset(const struct editor *e, size_t i);
bool editor_is_button(const struct editor *e, size_t i);

/*
 * Returns what the document names as the base of link i, or an absent string. It is valid until the next call of
 * editor_set.
 */
struct iri_str editor_base(const struct editor *e, size_t i);

/* Whether the document names a base for any of its links. */
bool editor_has_base(const struct editor *e);

/* Sets the new reference of link i. If it equals the old one, the link keeps its bytes. It must be present. */
void editor_set(struct editor *e, size_t i, struct iri_str reference);

/* Returns the place of link i in the file, in bytes. */
uintmax_t editor_place(const struct editor *e, size_t i);

/* Prints a message about link i, with its place. */
void editor_say(const struct editor *e, size_t i, const char *text);

/*
 * Makes the new document, and searches it again. Returns false, with a message, if a link cannot be written, if the new
 * document does not have the wanted links in their places, or if its text differs elsewhere. With `partial`, takes back
 * single changes instead, and raises the exit status to EXIT_INVALID; returns false only if so many must be taken back
 * after a search that it would take long, or if text differs.
 */
bool editor_finish(struct editor *e);

/* A link that has changed */
struct editor_change {
	uintmax_t off;               /* its place in the file, in bytes */
	struct iri_str reference;    /* what it was */
	struct iri_str old, new;     /* its texts in the documents, in UTF-8 */
	uintmax_t line;              /* its place in the old one, as in struct span */
	size_t column, byte;
};

/*
 * With `silent`, after editor_finish: finds the next link that has changed, from link *i on, and sets *i to the number
 * after it. Returns false if there is none. The views are valid until editor_free.
 */
bool editor_next_change(const struct editor *e, size_t *i, struct editor_change *change);

/* Returns the new document, or the old one if nothing has changed. */
struct iri_str editor_result(const struct editor *e);

void editor_free(struct editor *e);

#endif
