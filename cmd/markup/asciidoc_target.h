/* SPDX-License-Identifier: ISC */
/* Targets of AsciiDoc: what Asciidoctor changes in them before it makes a link, and how that is prevented. */
#ifndef ASCIIDOC_TARGET_H
#define ASCIIDOC_TARGET_H

#include "cmd/base/source_map.h"

/* Whether c is part of a word, or of a non-ASCII character. */
bool asciidoc_is_word(char c);

/*
 * Returns the length of the text at p that Asciidoctor replaces by a typographic character, for instance "..." or, in
 * a word, "--"; or 0. before: the character before it, or a space
 */
size_t asciidoc_replaced(const char *p, const char *end, char before);

/* Whether a reference begins as one. */
bool asciidoc_is_reference(struct iri_str target);

/*
 * Whether a reference is one, and leads to another document. A macro names a document also without a fragment. Linear
 * in the length of the target
 */
bool asciidoc_is_external(struct iri_str target, bool is_macro);

/* Marks in a target that can begin or end a quotation like *text* or _text_, of which Asciidoctor makes tags */
enum asciidoc_marks {
	ASCIIDOC_NO_MARKS, /* or only such as "_" in a word, which do neither */
	ASCIIDOC_MARKS,    /* they need another mark outside of the target */
	ASCIIDOC_PAIRS,    /* some may make a quotation within the target */
};

enum asciidoc_marks asciidoc_find_marks(struct iri_str target);

/* Where a target stands, as a sum */
enum {
	ASCIIDOC_VALUE = 1, /* it is the value of an attribute, in which "++" has no meaning */
	ASCIIDOC_CELL = 2,  /* in a cell of a table, in which "\|" means "|" */
	ASCIIDOC_VERBATIM = 4, /* in a listing, in which no text is replaced */
};

/*
 * Appends what a target means, which begins at `place`: without the "++" around a part that is taken as it stands, and
 * without a backslash before a text that would be replaced.
 */
void asciidoc_read(struct iri_str s, unsigned where, size_t place, struct source_map *to);

/*
 * Appends what a reader sees of the text of a link, which stands in its brackets: the first attribute, without marks of
 * quotations. *is_code: it begins with code
 */
void asciidoc_add_label(struct iri_str s, struct iri_buf *label, bool *is_code);

#endif
