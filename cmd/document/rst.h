/* SPDX-License-Identifier: ISC */
/* Finds the links of reStructuredText (the specification of Docutils, and the roles and directives of Sphinx). */
#ifndef RST_H
#define RST_H

#include "running_text.h"

/*
 * Finds the links of a document, and passes them to f in the order of their places: "`text <link>`_", targets, images,
 * included files, the roles doc and download, and links in running text. Lines, indents and inline markup decide; no
 * tree is built, so tables are read line by line. Takes time linear in the length of the document.
 */
void rst_search(struct running_text *f, const struct layer *document);

#endif
