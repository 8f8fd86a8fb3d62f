/* SPDX-License-Identifier: ISC */
/* The order of characters on the screen (UAX #9), by FriBidi, with the character classes of utf8proc. */
#ifndef ORDER_H
#define ORDER_H

#include "lib/base/buf.h"

/*
 * Appends a line of text in the order in which a display shows it from left to right, in a paragraph that runs from
 * left to right: rules L3 (marks) and L4 (mirrored characters) included. Embeddings and overrides in the text count,
 * and are left out; isolates have no effect, since FriBidi handles them in quadratic time. Only the first 500 brackets
 * count as brackets (rule N0), for the same reason; and FriBidi 1.0.8 overlooks a bracket after a mark that follows a
 * bracket or another neutral character. s: UTF-8 without line ends. Linear; takes up to some 80 bytes of memory for
 * each byte of s. Out of memory, sets out->failed.
 */
void order_visual(struct iri_str s, struct iri_buf *out);

#endif
