/* SPDX-License-Identifier: ISC */
/* The links of a document, as the fuzzers of formats keep and compare them. */
#ifndef LINKS_H
#define LINKS_H

#include "cmd/document/span.h"

/* A link of a document; `reference` is its place in the references of struct links. */
struct link {
	enum span_kind kind;
	bool broken, placed;
	size_t off, len, reference, n;
};

/* The links of a document, for running_text.found. All zeros before links_begin */
struct links {
	struct iri_str document;
	struct iri_buf list;       /* of struct link */
	struct iri_buf references; /* their bytes */
};

/* Begins with a document, of which layers are views. */
void links_begin(struct links *links, struct iri_str document);

/* Adds a link, which must lie in the document. arg: a struct links */
bool links_add(void *arg, struct span *span);

/* Sets *list to the links, and returns their number. */
size_t links_end(const struct links *links, const struct link **list);

struct iri_str links_reference(const struct links *links, const struct link *link);

/* Whether n links have the same kinds and places. */
bool same_places(const struct link *a, const struct link *b, size_t n);

/*
 * Sets *changed to the document with other letters in the place of those of the link. Returns false if that has other
 * characters than letters, digits, "/", "." and "-", which could mean something there.
 */
bool links_change(const struct links *links, const struct link *link, struct iri_buf *changed);

#endif
