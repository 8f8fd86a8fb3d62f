/* SPDX-License-Identifier: ISC */
/* The text of a link of HTML. */
#ifndef HTML_LABEL_H
#define HTML_LABEL_H

#include "html_pieces.h"

/* The text of a link. A structure of all zeros is valid at the start; html_label_free frees it. */
struct html_label {
	struct iri_buf text;  /* as a reader sees it; white space is not folded */
	struct iri_buf title; /* what else tells of the link: its title, or else aria-label; empty if it is `text` */
	bool is_code;         /* the text begins with code */
	/* For html_label.c: */
	bool has_text;
	struct iri_buf images, scratch;
};

/*
 * Reads the content of a link: HTML up to its end tag. Sets l->text to the text without what nobody sees: elements that
 * an attribute hides, and comments. If there is no text, to the texts of images; if these are missing, to `title`,
 * which is the value of an attribute, with references, or absent. A text that <bdo> turns stands between U+202E and
 * U+202C. is_xml: an empty element can end with "/>", and CDATA sections are text. If memory runs out, l->text has
 * `failed` set. Takes linear time.
 */
void html_label_read(struct html_label *l, struct iri_str content, struct iri_str title, bool is_xml);

/* The same after a piece with has_label. text: as for html_next */
void html_label(const struct html *h, struct iri_str text, struct html_label *l);

/*
 * Returns the value of title or, without it, of aria-label in a tag whose attributes begin at *p, and moves *p after
 * the tag. Absent if it has neither.
 */
struct iri_str html_label_title(const char **p, const char *end);

void html_label_free(struct html_label *l);

#endif
