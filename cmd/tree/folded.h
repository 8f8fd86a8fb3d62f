/* SPDX-License-Identifier: ISC */
/* Names of files and other texts whose case and normal form do not matter */
#ifndef FOLDED_H
#define FOLDED_H

#include "listing.h"

/* Appends the text in NFC, its case folded with is_folded. Bytes that are not UTF-8 stay. */
void folded_add(struct iri_str text, bool is_folded, struct iri_buf *out);

/*
 * Whether a name in the folder may begin so, by names after NFC and simple case folding. The last character of the
 * start is one that NFC does not compose with others.
 */
bool folded_begins(struct listing *l, struct folder *f, struct iri_str start);

/*
 * Finds what a path leads to if case and normal form do not matter: by names after NFC and simple case folding. Sets
 * *actual to the path as its names are. An exact name counts first, then the first in the order of bytes.
 */
struct listing_found folded_find(struct listing *l, struct iri_str path, struct iri_buf *actual);

#endif
