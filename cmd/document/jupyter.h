/* SPDX-License-Identifier: ISC */
/* Notebooks of Jupyter (nbformat 3 and 4): JSON whose cells are Markdown or text. */
#ifndef JUPYTER_H
#define JUPYTER_H

#include "cmd/finder/finder.h"

/*
 * Finds the links in the sources of cells: Markdown in cells of that type, running text in others. A source is a
 * string, or a list of strings that are one text. Outputs, metadata and attachments are left out.
 */
void jupyter_search(struct finder *f, const struct layer *document);

#endif
