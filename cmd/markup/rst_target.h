/* SPDX-License-Identifier: ISC */
/* What targets of reStructuredText mean. */
#ifndef RST_TARGET_H
#define RST_TARGET_H

#include "cmd/base/source_map.h"

#include <stdbool.h>

/* Whether s has no white space and no escape. */
bool rst_is_plain(struct iri_str s);

/*
 * Appends s, which begins at `place`, without white space and with its escapes resolved: a backslash before white space
 * stands for a space, and before another character for this one.
 */
void rst_unescape(struct iri_str s, size_t place, struct source_map *to);

/* Whether s has a line end or a backslash. */
bool rst_has_break(struct iri_str s);

/* Whether the name in an entry of a toctree of Sphinx is a pattern of names of documents. */
bool rst_is_pattern(struct iri_str name);

/* Whether it is the name of a document: "self" and patterns are not. */
bool rst_is_document(struct iri_str name);

/* Whether a target names another one: "name_" or "`a phrase`_". */
bool rst_is_alias(struct iri_str s);

/* Whether the link in "text <link>" names a target: "any name_", but no link with a scheme. */
bool rst_is_embedded_alias(struct iri_str s);

#endif
