/* SPDX-License-Identifier: ISC */
/* The reverse of defang.h: links that somebody wrote so that no software finds them. */
#ifndef REFANG_H
#define REFANG_H

#include "cmd/base/source_map.h"

/*
 * Appends a text of any bytes with its written-out links as links, with the places of the bytes; place: that of s.
 * These are read, in any case:
 * - hxxp and the like, with "x" for "t", before "://", if that is no scheme and becomes a known one
 * - [:] and [://] after a scheme; [:] only before a slash or after a known scheme
 * - [.] [dot] [@] [at] between two characters of names; [/] later in the same word
 * "(" or "{" can stand for "[". Undoes what defang_char does, except for capital letters in the middle of a scheme, and
 * characters that are no dots but that IDNA takes for one. Time is linear.
 */
void refang(struct iri_str s, size_t place, struct source_map *to);

#endif
