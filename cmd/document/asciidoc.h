/* SPDX-License-Identifier: ISC */
/* Finds the links of AsciiDoc, as Asciidoctor 2.0 reads it. */
#ifndef ASCIIDOC_H
#define ASCIIDOC_H

#include "cmd/finder/finder.h"
#include "cmd/markup/asciidoc_line.h"

enum { ASCIIDOC_MOST_OPEN = 32 }; /* blocks inside of each other; deeper ones are not known */

/* The position in a document or a cell. All zeros: its start */
struct asciidoc_blocks {
	struct asciidoc *a;
	unsigned tables;                  /* the number of tables around it */
	struct {
		char c;                   /* the first character of the line that began the block */
		size_t n;                 /* the length of that line */
	} open[ASCIIDOC_MOST_OPEN];       /* the open blocks, the outermost first */
	unsigned depth;
	enum asciidoc_content content;    /* of the innermost block. All but CONTENT_TEXT contain no others */
	enum asciidoc_style style;        /* of the next block */
	bool has_macros;                  /* the list before the block says that the listing has macros */
	bool is_replaced;                 /* and replacements */
	bool in_paragraph, is_literal;    /* the last line was text, or literal text, which a blank line ends */
	bool in_header;                   /* after the title of the document: definitions interrupt text */
	bool wants_text;                  /* the last line was a term of a description list: text follows */
	size_t read;                      /* this many bytes of the text are read already */
	/* In the text that is being read: */
	const char *next, *end;           /* what was not read yet */
	const char *start;                /* the content of the innermost block begins here, or the cell */
	const char *paragraph;            /* where the text begins that was not searched yet, or NULL */
	const char *paragraph_end;
	bool has_place;                   /* the text has a place that can matter */
};

/*
 * Finds the links of a document, and passes them to f in the order of their places:
 * - macros: URLs, link:, mailto:, xref: and <<>> to other documents, image:, video:, audio:, link= in these; include
 * - definitions: attributes whose value is a URL. References to attributes are templates; none is resolved.
 * - URLs in the text. With the option bare, also hosts and addresses in the text.
 * Listings, literal text, comments and passed text have none, but for include::; passed blocks are HTML. Both branches
 * of ifdef:: are read. If memory runs out, finder_failed tells. Takes time linear in the length of the document.
 *
 * The document may come in chunks, each of which ends with an empty line; at_end: this is the last one. Returns how
 * many bytes are done. The next chunk begins with the others, which are a table or a passed block that goes on.
 */
size_t asciidoc_search(struct finder *f, struct asciidoc_blocks *b, const struct layer *document, bool at_end);

#endif
