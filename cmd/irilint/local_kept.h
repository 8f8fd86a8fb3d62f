/* SPDX-License-Identifier: ISC */
/* Keeps the links of documents that can have findings, so that the second pass need not read these documents again. */
#ifndef LOCAL_KEPT_H
#define LOCAL_KEPT_H

#include "local.h"

/* Bytes of links that are kept at most; documents with more are read again */
enum { LOCAL_MOST_KEPT = 2 * 1024 * 1024 };

/*
 * Keeps the links of the current document, which was read, except for those with is_alive, unless there are too many.
 * Numbers of documents must ascend.
 */
void local_keep(struct local *l, size_t document);

/* After local_begin: reports the findings in the links that local_keep has kept. Returns false if it has kept none. */
bool local_replay(struct local *l, size_t document);

/* Takes over documents that local_keep has kept in another process, in l->kept there. */
void local_keep_saved(struct local *l, struct iri_str saved);

#endif
