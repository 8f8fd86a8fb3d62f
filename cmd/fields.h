/* SPDX-License-Identifier: ISC */
/* Parts of a line: a field (-f, -d), or one of several references (--split). */
#ifndef FIELDS_H
#define FIELDS_H

#include "options.h"

/*
 * Finds the field that --field asks for. If the line has fewer, returns false, with a message in why, and *field is
 * where the last one ends.
 */
bool fields_find(const struct options *o, struct iri_str line, struct iri_str *field, char *why, size_t size);

/* Whether text has the separator of fields in it. */
bool fields_has_separator(const struct options *o, struct iri_str text);

/* Cuts the first reference, and the spaces behind it, off a line of several. */
struct iri_str fields_cut(struct iri_str *rest);

#endif
