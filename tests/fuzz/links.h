/* SPDX-License-Identifier: ISC */
/* The links of a document, as the fuzzers of formats keep and compare them. */
#ifndef LINKS_H
#define LINKS_H

#include "cmd/finder/finder.h"

/* A link of a document; `reference` is its place in the references of struct links. */
struct link {
	enum span_kind kind;
	bool broken, placed;
	bool changes; /* these two are for edit.c, which sets them */
	char quote;
	size_t off, len, reference, n;
};

/* The links of a document, for finder.found. All zeros before links_begin */
struct links {
	struct iri_str document;
	struct iri_buf list;       /* of struct link */
	struct iri_buf references; /* their bytes */
};

/* Begins with a document, of which layers are views. */
void links_begin(struct links *links, struct iri_str document);

/* Adds a link in this place. Returns it. */
struct link *links_put(struct links *links, const struct span *span, size_t off, size_t len);

/* Adds a link, which must lie in the document. arg: a struct links */
bool links_add(void *arg, struct span *span);

/* Sets *list to the links, and returns their number. */
size_t links_end(const struct links *links, const struct link **list);

struct iri_str links_reference(const struct links *links, const struct link *link);

/* Whether n links have the same kinds and places. */
bool same_places(const struct link *a, const struct link *b, size_t n);

/* Finds the links of a document. Returns their number, and sets *list. */
typedef size_t links_search(struct links *links, struct iri_str document, const struct link **list);

/*
 * Law: if the letters of one of the links, which has no escapes, are replaced by others, all stay in their places.
 * Other characters than letters, digits, "/", "." and "-" could mean something there.
 */
void law_of_replacement(links_search *search, const struct links *links, size_t chosen);

/*
 * Law: with the texts of links, the same n links are found. o: the options of the search, which change for this law.
 * has_choice: choose among the texts of links that use a definition
 */
void law_of_labels(links_search *search, struct finder_options *o, struct iri_str s, const struct link *list,
                   size_t n, bool has_choice);

#endif
