/* SPDX-License-Identifier: ISC */
/* Edits that replace the whole reference */
#ifndef REPLACE_H
#define REPLACE_H

#include "edits.h"

/* Whether replace_reference does this edit: --inner, --clean. */
static inline bool replace_is_wanted(const struct edit *e)
{
	return e->operation == INNER || e->operation == CLEAN;
}

/* Does the edit. s: the line */
enum iri_status replace_reference(struct filter *f, struct iri_str s, const struct edit *e, struct iri_parts *parts,
                                  struct iri_error *err);

#endif
