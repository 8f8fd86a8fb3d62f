/* SPDX-License-Identifier: ISC */
/* Finds the links of the text of a paragraph, a heading or a cell of Markdown. */
#ifndef MARKDOWN_INLINE_H
#define MARKDOWN_INLINE_H

#include "html_report.h"

#include "cmd/finder/uses.h"
#include "cmd/markdown/blocks.h"
#include "cmd/markdown/emphasis.h"
#include "cmd/markdown/inlines.h"

/* A document that is being searched. Offsets count bytes of it, or of the text of all blocks, or of the current one. */
struct markdown {
	struct finder *f;                /* gets the links */
	struct blocks blocks;
	struct inlines inlines;
	struct source_map cell;          /* the text of a cell of a table */
	struct source_map reference;     /* the current destination, without escapes; or the text of a heading */
	size_t definition;               /* the number of the current definition, from 1 */
	union ARRAY_OF(struct iri_str) destinations; /* with the option labels: of each definition */
	struct uses uses;                /* the texts of links that use them */
	bool is_first;                   /* the links are only read for these texts */
	struct finder finder;            /* for running text and raw HTML */
	/* The current text: */
	const struct layer *layer;       /* the text is a part of this one */
	unsigned char flags;             /* of struct codec_use, for links in it */
	bool in_prose;                   /* it is running text of Markdown */
	struct html html;                /* the open elements of its raw HTML */
	bool has_html;
	struct iri_str leaf, cell_place; /* the text of the leaf, and the part of it that `cell` is made of */
	struct emphasis_ends ends;       /* of the leaf, if has_ends */
	bool has_ends;
	struct iri_str text;             /* the current text with inlines */
	struct iri_buf fates;            /* of this text, for labels and marks of emphasis, if has_fates */
	bool has_fates;
	size_t extent;                   /* the extents of inlines before this one end before the next destination */
	bool has_tag_label;              /* f->label is the text of the <a> that is searched */
	struct iri_buf shown;            /* the text of a link, as HTML */
	size_t depth;                    /* the number of "[" before `counted` that are open */
	const char *counted;
};

bool markdown_failed(const struct markdown *m);

/* For struct finder: a link of running text, or of raw HTML. Returns whether the search goes on. */
bool markdown_add_span(void *arg, struct span *span);

/*
 * Sets f->label to the text of a link in a text with inlines, as a reader sees it. title: for html_label_read. Returns
 * false if the options want neither.
 */
bool markdown_read_label(struct markdown *m, struct iri_str text, size_t start, size_t end, struct iri_str title);

/* How a destination is written. kind: of its link */
struct codec_use markdown_use_of_destination(const struct markdown *m, enum span_kind kind, struct iri_str text);

/* Reports a name of a file in MyST, or an image, unless it is empty. It stands as it is. is_pattern: see struct span */
void markdown_report_name(struct markdown *m, enum span_kind kind, struct iri_str name, bool is_pattern);

/* Reports the destination of a link. span: its kind and label */
void markdown_report_destination(struct markdown *m, struct span span, struct iri_str text);

/* Reports a comment of MDX, if it is to be reported. */
void markdown_report_mdx_comment(struct markdown *m, struct iri_str whole);

/*
 * Reports the title of a definition that serves as a comment: [//]: # (text). What follows the destination in its line
 * is a title that has its end, or else this would be no definition.
 */
void markdown_report_definition_comment(struct markdown *m, struct iri_str destination);

/* Searches a text with inlines. Running text is what is in no link, autolink, code or tag. */
void markdown_search_inlines(struct markdown *m, struct iri_str text);

#endif
