/* SPDX-License-Identifier: ISC */
/* What targets of reStructuredText mean. */
#ifndef RST_TARGET_H
#define RST_TARGET_H

#include "cmd/base/source_map.h"

/*
 * Appends s, which begins at `place`, without white space and with its escapes resolved: a backslash before white space
 * stands for a space, and before another character for this one.
 */
void rst_unescape(struct iri_str s, size_t place, struct source_map *to);

#endif
