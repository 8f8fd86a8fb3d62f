/* SPDX-License-Identifier: ISC */
/* The links of a document, while they are edited */
#ifndef LINK_LIST_H
#define LINK_LIST_H

#include "cmd/document/selection.h"
#include "lib/base/array.h"

/* A range of bytes in a buffer or in a text */
struct link_range {
	size_t off, len;
};

/* A link of the document, and what is to stand in its place */
struct edited_link {
	struct span span;                /* without views */
	struct link_range reference;     /* in `bytes` of its list */
	struct link_range base;          /* in `bytes`; empty if the document names none, or an empty one */
	struct link_range text;          /* where the link stands in the decoded document */
	struct link_range before, after; /* in `bytes`: the text beside a bare link of Markdown in another layer */
	bool editable;                   /* it has a place, and a kind that is wanted */
	/* If `changed`: */
	bool changed;
	struct link_range wanted;        /* in `bytes`: the new reference */
	struct link_range written;       /* in `bytes`: the new text, in UTF-8 */
	struct link_range new_text;      /* where the new link stands in the decoded new document */
	size_t shift;                    /* bytes by which decoded text after the link moves, modulo SIZE_MAX + 1 */
};

struct link_list {
	union ARRAY_OF(struct edited_link) links;
	struct iri_buf bytes; /* old references, new references, and the new texts of links */
};

/* What links are taken from */
struct link_source {
	struct lines *lines;
	const struct selection *selection; /* the links that can be edited */
	const struct document_options *options;
	const char *name;                  /* of the file; its end tells the format with --from=auto */
};

/* Finds the links of a document. */
enum document_result link_list_collect(const struct link_source *from, struct iri_str document, struct link_list *list);

struct edited_link *link_list_links(const struct link_list *list);
size_t link_list_count(const struct link_list *list);

/* Returns the next changed link, from link *i on, and moves *i after it. Returns NULL if there is none. */
struct edited_link *link_list_next_changed(const struct link_list *list, size_t *i);

/* Returns a part of `bytes`. It is present even if empty. */
struct iri_str link_list_contents(const struct link_list *list, struct link_range part);

/* Appends to `bytes`. */
struct link_range link_list_add_bytes(struct link_list *list, struct iri_str s);

void link_list_free(struct link_list *list);

#endif
