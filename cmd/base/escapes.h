/* SPDX-License-Identifier: ISC */
/* Resolves escapes that begin with a backslash, as in JSON and RDF. */
#ifndef ESCAPES_H
#define ESCAPES_H

#include "source_map.h"

enum escapes {
	/*
	 * Strings of JSON (RFC 8259, section 7). A surrogate without the other half of its pair gives U+FFFD, and
	 * so does NUL. Also takes the escapes of JSON5: \xHH, \v, \0, a backslash before a line end, and before any
	 * other character.
	 */
	ESCAPES_JSON,
	/*
	 * IRIs of RDF (RDF 1.1 Turtle, section 6.4): \uHHHH and \UHHHHHHHH. Those of surrogates, of NUL and of line
	 * ends stay as they are, since no line of text can have these characters.
	 */
	ESCAPES_RDF,
};

/* Appends s, which begins at `place`, with its escapes resolved once. Others stay as they are. */
void escapes_resolve(struct iri_str s, enum escapes escapes, size_t place, struct source_map *to);

#endif
