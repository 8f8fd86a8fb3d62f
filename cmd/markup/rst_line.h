/* SPDX-License-Identifier: ISC */
/* Lines of reStructuredText: what a line begins with. A line has no white space at its ends. */
#ifndef RST_LINE_H
#define RST_LINE_H

#include "lib/iri.h"

#include <stdbool.h>

/* Whether s is `mark`, or begins with it and white space. */
bool rst_begins_with_mark(struct iri_str s, const char *mark);

/* Returns the length of the mark of a list item at the start of a line, with the white space after it, or 0. */
size_t rst_bullet(struct iri_str s);

/* Returns the place of the ":" that ends the name of a target, after no other ":", or NULL. p: the name */
const char *rst_name_end(const char *p, const char *end);

/* Returns the place after the "]" of a footnote or citation, whose label has no white space, or NULL. p: after "[" */
const char *rst_label_end(const char *p, const char *end);

/* Returns the place after the "::" of a directive whose name begins at p, or NULL. Sets *name. */
const char *rst_directive(const char *p, const char *end, struct iri_str *name);

#endif
