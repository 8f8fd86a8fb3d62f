/* SPDX-License-Identifier: ISC */
/* Finds the links of reStructuredText (the specification of Docutils, and the roles and directives of Sphinx). */
#ifndef RST_H
#define RST_H

#include "cmd/finder/finder.h"

/* What the blocks that were read mean for the lines after them. All zeros: the start of a document */
struct rst_blocks {
	size_t skipped;      /* lines with at least this indent are not searched; 0: no block is skipped */
	size_t options;      /* lines with at least this indent can be options of a directive; 0: none */
	size_t toctree;      /* lines with at least this indent are entries of a toctree of Sphinx; 0: none */
	bool after_colons;   /* a paragraph ended with "::", and had the indent of the next member */
	size_t colons;
	char quoted;         /* the character that begins the lines of a quoted literal block, or 0 */
};

/*
 * Finds the links of a document, and passes them to f in the order of their places: "`text <link>`_", targets, images,
 * included files, the roles doc and download, and links in running text. Lines, indents and inline markup decide; no
 * tree is built, so tables are read line by line. Takes time linear in the length of the document. The document may
 * come in chunks, each of which ends with an empty line.
 */
void rst_search(struct finder *f, struct rst_blocks *b, const struct layer *document);

#endif
