/* SPDX-License-Identifier: ISC */
/* The text of headings of Markdown. */
#ifndef HEADINGS_H
#define HEADINGS_H

#include "inlines.h"

/*
 * Appends the text of a heading as it is shown: the text of links and of code, but nothing of images and of HTML;
 * escapes and character references resolved, line ends as spaces. Of marks of emphasis only "_" is removed: no software
 * keeps the others in an anchor. n: what inlines_read found in the text, with keeps_extents. Takes linear time.
 */
void headings_text(const struct inlines *n, struct iri_str text, struct iri_buf *out);

/*
 * For headings_label: stores in fates, for each byte of the text of a leaf, whether a reader sees it. n: as for
 * headings_text. If memory runs out, sets fates->failed.
 */
void headings_prepare_labels(const struct inlines *n, struct iri_str text, struct iri_buf *fates);

/*
 * Appends the text of a link, a part of the text of a leaf, as HTML: without the marks of emphasis, code as <code>, and
 * images as <img> with their texts. Reads at most `reach` bytes.
 */
void headings_label(const struct iri_buf *fates, struct iri_str text, struct iri_str part, size_t reach,
                    struct iri_buf *out);

/* Whether a byte of the text of a leaf is not shown: in running text, whether it is a mark of emphasis. */
bool headings_is_mark(const struct iri_buf *fates, size_t off);

#endif
