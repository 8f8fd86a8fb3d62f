/* SPDX-License-Identifier: ISC */
#ifndef IRI_COMBINING_MARKS_H
#define IRI_COMBINING_MARKS_H


#include "lib/base/buf.h"

/*
 * Returns why rule 5 of uri2iri keeps a combining sequence encoded: IRI_ESCAPED_MARK or IRI_ESCAPED_NFC; or
 * IRI_ESCAPED_NOT if rule 5 does not. The sequence is a base character and the characters that extend it, or a mark
 * alone, in well-formed UTF-8. scratch is working space; out of memory, sets scratch->failed.
 */
enum iri_escape_reason iri_sequence_kept(struct iri_str sequence, struct iri_buf *scratch);

/*
 * Returns the first mark for which iri_sequence_kept returns IRI_ESCAPED_MARK for its combining sequence, or 0 if there
 * is none. text must be in NFC.
 */
uint32_t iri_misleading_mark(struct iri_str text);

#endif
