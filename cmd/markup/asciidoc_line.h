/* SPDX-License-Identifier: ISC */
/* Lines of AsciiDoc: what each is by itself. A line has no line end, and no blanks at its end; it is not empty. */
#ifndef ASCIIDOC_LINE_H
#define ASCIIDOC_LINE_H

#include "lib/iri.h"

#include <stdbool.h>

/* What stands in a block */
enum asciidoc_content {
	CONTENT_TEXT,
	CONTENT_LISTING, /* text as it stands, in which only include:: counts */
	CONTENT_COMMENT,
	CONTENT_HTML,
	CONTENT_TABLE,
};

/* What the list of attributes before a block says of it */
enum asciidoc_style { STYLE_NONE, STYLE_TEXT, STYLE_HTML, STYLE_LISTING, STYLE_COMMENT, STYLE_MATH };

/* Whether a line begins or ends a block. Sets *content, and *line to what ends it. */
bool asciidoc_is_delimiter(struct iri_str *line, enum asciidoc_content *content);

/* Whether a line that begins with c can be a delimiter or an include::. */
bool asciidoc_can_end_block(char c);

/* Whether the line is a list of attributes: [style,name=value] or [[id]]. */
bool asciidoc_is_list(struct iri_str line);

/* Whether the line is an item of a list, except for one of a description list. */
bool asciidoc_is_item(struct iri_str line);

/* Returns the end of the term of a description list that the line begins with, or NULL. Sets *text to what follows. */
const char *asciidoc_find_term(struct iri_str line, const char **text);

/* Whether c stands for all of the line. */
bool asciidoc_is_all(struct iri_str line, char c);

/* Returns the text in a line like ifdef::name[text], an empty one if there is none; or the line. */
struct iri_str asciidoc_without_condition(struct iri_str line);

#endif
