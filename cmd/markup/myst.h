/* SPDX-License-Identifier: ISC */
/* The names of files in directives and roles of MyST, the Markdown of Sphinx. */
#ifndef MYST_H
#define MYST_H

#include "lib/iri.h"

#include <stdbool.h>

/* A directive whose names are read. Set the first member; the others are 0 at the start. */
struct myst_directive {
	struct iri_str text;         /* from its "{" on, with its lines if it is a toctree; then what is not read */
	enum { MYST_START, MYST_FIRST, MYST_OPTIONS, MYST_NAMES } state;
	bool is_image;               /* it names an image */
	bool is_pattern;             /* the last name is a pattern of a toctree */
};

/* Sets *name to the next name in a directive. Returns false if there is none. */
bool myst_next_name(struct myst_directive *d, struct iri_str *name);

/* Returns the name in a role. before: the text before it; code: with its backquotes. Absent if it names no file. */
struct iri_str myst_name_of_role(struct iri_str before, struct iri_str code);

#endif
