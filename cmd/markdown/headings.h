/* SPDX-License-Identifier: ISC */
/* The text of headings of Markdown. */
#ifndef HEADINGS_H
#define HEADINGS_H

#include "inlines.h"

/*
 * Appends the text of a heading as it is shown: the text of links and of code, but nothing of images and of HTML;
 * escapes and character references resolved, line ends as spaces. Of marks of emphasis only "_" is removed: no software
 * keeps the others in an anchor. n: what inlines_read found in the text, with keeps_parts. Takes linear time.
 */
void headings_text(const struct inlines *n, struct iri_str text, struct iri_buf *out);

#endif
