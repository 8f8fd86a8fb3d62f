/* SPDX-License-Identifier: ISC */
/* Finds the links of the text of a paragraph, a title or a cell of AsciiDoc. */
#ifndef ASCIIDOC_INLINE_H
#define ASCIIDOC_INLINE_H

#include "running_text.h"

#include "cmd/markup/asciidoc_ends.h"

/* Set the first three members; the others are 0 at the start. */
struct asciidoc_text {
	struct running_text *f;    /* gets the links */
	const struct layer *layer; /* the document */
	unsigned char flags;       /* of struct codec_use: CODEC_IN_CELL or 0 */
	struct source_map target;  /* the current target, decoded */
	struct iri_str label;      /* see struct span: of the link that is reported next */
	bool label_is_code;
	struct running_text finder; /* finds hosts and addresses */
	/* For the text that is being searched: */
	struct asciidoc_ends ends; /* with the text */
	const char *gap;           /* what is before it is done */
	bool in_label;             /* `gap` is in the text of a link */
	struct iri_link whole;     /* the last result of iri_link_next, for the text before `whole_end` */
	const char *whole_end;
	const char *url_stop, *url_end; /* a URL before the first ends at the second */
	const char *xref_stop;          /* the end of the last target of xref: */
	const char *hits[5];       /* the next ":" and so on in the document, if they are not before the text */
};

/*
 * Whether the text, a part of the document, has a ":" or "<", without which there is no link, except for one without a
 * scheme.
 */
bool asciidoc_has_marks(struct asciidoc_text *t, struct iri_str text);

/* Finds the links of a text, a part of the document. If memory runs out, asciidoc_text_failed tells. */
void asciidoc_search_text(struct asciidoc_text *t, struct iri_str text);

/* Reports a target of a block macro or the value of an attribute. use: how it is written */
void asciidoc_report(struct asciidoc_text *t, enum span_kind kind, struct iri_str target, struct codec_use use);

/* Reports the link of an image or a video, which is the value of link= in its list of attributes. */
void asciidoc_report_list(struct asciidoc_text *t, struct iri_str list, struct codec_use use);

bool asciidoc_text_failed(const struct asciidoc_text *t);

void asciidoc_text_free(struct asciidoc_text *t);

#endif
