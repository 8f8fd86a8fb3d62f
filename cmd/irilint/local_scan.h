/* SPDX-License-Identifier: ISC */
/* The first pass of local links: reads the anchors of documents, and finds out which of them can have findings. */
#ifndef LOCAL_SCAN_H
#define LOCAL_SCAN_H

#include "local.h"

/*
 * The first pass, after local_begin: reads a document, and keeps its anchors. Prints nothing. Returns whether it has no
 * finding, as far as that does not depend on documents that were not read yet. document: its number, for local_look_up.
 * Memory: 24 bytes for each link with a fragment of such a document; 48 if the fragment is percent-encoded.
 */
bool local_scan(struct local *l, const struct selection *selection, size_t document);

/*
 * For documents that another process reads in the first pass, see jobs.h: forgets them; appends what is known of them
 * since then; and takes it over.
 */
void local_forget(struct local *l);
void local_save(const struct local *l, struct iri_buf *out);
void local_load(struct local *l, struct iri_str saved);

/* After the first pass: clears is_clean[i] for each document i that has a dead fragment. */
void local_look_up(struct local *l, bool *is_clean);

#endif
