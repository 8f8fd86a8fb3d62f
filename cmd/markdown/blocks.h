/* SPDX-License-Identifier: ISC */
/*
 * The blocks of a Markdown document (CommonMark 0.31.2, sections 4 and 5; GitHub's tables and footnotes): finds the
 * text in which there can be links, without what containers put before its lines.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "definitions.h"
#include "line.h"
#include "tags.h"

#include "cmd/base/source_map.h"
#include "lib/base/array.h"

#include <stdint.h>

enum leaf_kind {
	LEAF_TEXT,       /* a paragraph: its inlines are to be read */
	LEAF_HEADING,    /* the text of a heading, likewise; without the closing "#" */
	LEAF_TABLE,      /* lines that are the rows of a table, without the delimiter row */
	LEAF_HTML,       /* a block of HTML */
	LEAF_DEFINITION, /* the destination of a definition: [label]: destination */
	LEAF_COMMENT,    /* a comment of MDX, which begins a block */
	LEAF_METADATA,   /* front matter, which is not Markdown */
	LEAF_DIRECTIVE,  /* of MyST, if it names files: from its "{" on; the first line, or all lines of a toctree */
};

struct leaf {
	size_t off, len;     /* in `text` */
	size_t columns;      /* of a table; more cells of a row do not count */
	enum leaf_kind kind;
};

/*
 * The first six members are the result. All zeros at the start, but for has_comments. Memory: at most 24 bytes for a
 * line or a container, 32 for a block, 16 for a footnote, and 32 and twice the label for a definition.
 */
struct blocks {
	struct source_map text;         /* of all leaves, with their line ends */
	union ARRAY_OF(struct leaf) leaves; /* in the order of the document */
	struct definitions definitions; /* of all definitions */
	union ARRAY_OF(struct iri_str) footnotes; /* the labels of footnotes, in the document */
	bool has_include;        /* there is fenced code whose language is {include} */
	bool has_directive;             /* there is fenced code whose language is in braces, a directive of MyST */
	bool has_comments;       /* set before the document is read: lines that begin with "%" are comments (MyST) */
	/* The other members are for blocks.c, which describes them. */
	union ARRAY_OF(struct container) containers;
	union ARRAY_OF(size_t) quotes;
	struct markdown_line line;      /* the current one */
	const char *document;
	const char *next_cr;            /* the next carriage return from `line` on, or the end of the document */
	size_t matched, quotes_matched; /* numbers of containers of the last line that go on in this one */
	bool opened;                    /* this line has opened a container */
	bool is_mdx;
	unsigned char leaf;             /* the open leaf: a value of an enumeration in blocks.c */
	size_t leaf_start, last_line;   /* where the leaf and its last line begin in `text` */
	size_t columns;                 /* of the open table */
	unsigned condition;             /* of the open block of HTML */
	struct tags_mdx tag;            /* the open tag of MDX */
	size_t fence;                   /* length of the fence of the open code */
	char fence_mark;
	bool in_toctree;                /* the open code is one: its lines are text */
};

/*
 * Reads a document. is_mdx: it is MDX, whose comments, imports and exports are no text, and which has no indented code.
 * See blocks_failed.
 */
void blocks_read(struct blocks *b, struct iri_str document, bool is_mdx);

/* Whether memory ran out, so that leaves may be missing. */
static inline bool blocks_failed(const struct blocks *b)
{
	return source_map_failed(&b->text) || b->leaves.buf.failed || b->footnotes.buf.failed ||
	       b->containers.buf.failed || b->quotes.buf.failed || definitions_failed(&b->definitions);
}

void blocks_free(struct blocks *b);

#endif
