/* SPDX-License-Identifier: ISC */
/* The anchors of a document: what the fragments of links can name. */
#ifndef ANCHORS_H
#define ANCHORS_H

#include "slugs.h"

#include "cmd/base/message.h"
#include "cmd/base/source_map.h"
#include "cmd/finder/landmarks.h"
#include "lib/base/array.h"

#include <stdint.h>

/* Collects the anchors of one document from its landmarks. */
union hashes ARRAY_OF(uint64_t);

struct anchors {
	/* Set before the document is read: */
	const struct messages *messages;
	unsigned dialects;         /* of headings: a sum of 1 << enum slug_dialect */
	bool is_html;
	bool is_shtml;             /* HTML that a server or a script puts together */
	bool keeps_texts;          /* for tree_store: also keep `texts` */
	/* The result */
	union hashes hashes;       /* of each anchor, sorted */
	struct iri_buf texts;      /* each anchor, with a NUL */
	struct iri_buf includes;   /* MDX: the paths of documents that stand in it, as written, each with a NUL */
	bool is_opaque;            /* it includes something else, so that not all anchors are known */
	bool is_template;          /* HTML with instructions for other software: its links are not known either */
	bool is_page;              /* HTML with a doctype, <html>, <head> or <body> */
	bool has_heading;
	bool has_directive;        /* of MyST, which can have a label */
	bool has_script;           /* HTML with a script, which can make anchors */
	bool in_generated;         /* a list that all-contributors has made is open */
	/* The other members are for anchors.c. */
	struct slugs slugs[SLUG_DIALECTS];
	struct iri_str markdown;   /* the document or the cell */
	size_t components;         /* that were looked for among its imports */
	struct source_map heading;
	struct iri_buf slug;
	bool in_heading;           /* an element h1 to h6 is open */
	bool has_head;             /* HTML: "</head>" was read */
	bool in_body;              /* HTML: <body> is open */
	bool has_braces;           /* Markdown: there is a "{" in it */
	bool has_tag_marks;        /* Markdown: there is a "<%" or "8<" in it */
	bool has_block_marks;      /* Markdown: there is a "<<<" or ":::" in it */
};

/* For struct landmarks. arg: a struct anchors */
void anchors_found(void *arg, enum landmark kind, struct iri_str text);

/* Completes the result after the last landmark. Ends the program if memory ran out. */
void anchors_end(struct anchors *a);

/* Empties it for the next document. */
void anchors_clear(struct anchors *a);

void anchors_free(struct anchors *a);

/* Returns the hash by which an anchor is found. is_folded: without its case */
uint64_t anchor_hash(struct iri_str anchor, bool is_folded);

/* Sorts hashes. */
void anchors_sort(union hashes *hashes);

/* Whether a sorted array of n hashes has this one. */
bool anchor_has(const uint64_t *hashes, size_t n, uint64_t hash);

#endif
