/* SPDX-License-Identifier: ISC */
#ifndef IRI_MARKS_H
#define IRI_MARKS_H

#include "iri.h"

/*
 * Why a combining sequence (a base in UTF-8, and what extends it) would mislead if it were decoded: rule 5 of uri2iri.
 * Returns IRI_KEPT_MARK, IRI_KEPT_NFC or IRI_KEPT_NOT. scratch is working space; out of memory, scratch->failed is
 * set.
 */
enum iri_kept iri_sequence_kept(struct iri_str sequence, struct iri_buf *scratch);

/* Whether a combining sequence of text, which is in NFC, would be IRI_KEPT_MARK. */
bool iri_has_misleading_marks(struct iri_str text);

#endif
