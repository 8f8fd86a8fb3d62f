/* SPDX-License-Identifier: ISC */
/* Repairs local links, for --fix. */
#ifndef LOCAL_FIX_H
#define LOCAL_FIX_H

#include "local.h"

/* What local_fix has repaired */
enum { LOCAL_FIX_PATH = 1, LOCAL_FIX_FRAGMENT = 2 };

/*
 * After local_begin: appends the reference of link i with what has one answer repaired, if its rule is on: the case and
 * the normal form of names, a "/" after a file, a "\" in place of a "/", and the case of an anchor; with fixes_moved,
 * also the path of a file whose name stands only once in the tree. Returns 0 if there is nothing to repair. Reads
 * documents with l->reader, so that the editor can use the lines of the filter.
 */
unsigned local_fix(struct local *l, const struct editor *e, size_t i, struct iri_str reference, struct iri_buf *out);

#endif
