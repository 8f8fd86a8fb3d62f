/* SPDX-License-Identifier: ISC */
/* The pairs of a query, and their text in a buffer */
#ifndef IRI_PAIR_H
#define IRI_PAIR_H

#include "pct.h"

#include "lib/base/buf.h"
#include "lib/base/str.h"

/* Appends what iri_decode writes, without the NUL. Time is linear. If memory runs out, sets out->failed. */
void iri_pair_decode(struct iri_buf *out, struct iri_str s, bool plus_is_space);

#endif
