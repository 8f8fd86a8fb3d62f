/* SPDX-License-Identifier: ISC */
/* The marks of templates in HTML, {{, {%, <% and <?php: instructions for other software, which writes the page. */
#ifndef HTML_MARKS_H
#define HTML_MARKS_H

#include "lib/iri.h"

/* Where a part of HTML stands */
enum html_place {
	PLACE_MARKUP, /* a tag, a comment, raw text; or any part of a document */
	PLACE_TEXT,   /* text: a lone "{{" or "{%", without "}}" or "%}", is just text */
	PLACE_CODE,   /* code, of which "{{" and "{%" may be a part that a reader sees */
};

/* Whether a part of HTML has such a mark. */
bool html_has_mark(struct iri_str text, enum html_place place);

#endif
