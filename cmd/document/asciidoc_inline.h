/* SPDX-License-Identifier: ISC */
/* Finds the links of the text of a paragraph, a title or a cell of AsciiDoc. */
#ifndef ASCIIDOC_INLINE_H
#define ASCIIDOC_INLINE_H

#include "asciidoc_label.h"
#include "finder.h"

#include "cmd/markup/asciidoc_ends.h"

/* Set the first four members; the others are 0 at the start. */
struct asciidoc_text {
	struct finder *f;         /* gets the links */
	const struct layer *layer; /* the document */
	struct asciidoc_attributes *attributes; /* NULL without the option labels */
	unsigned char flags;       /* of struct codec_use: CODEC_IN_CELL or 0 */
	struct source_map target;  /* the current target, decoded */
	struct iri_str label;      /* see struct span: of the link that is reported next */
	bool label_is_code;
	struct finder finder; /* finds hosts and addresses */
	/* For the text that is being searched: */
	struct asciidoc_ends ends; /* with the text */
	const char *gap;           /* what is before it is done */
	bool in_label;             /* `gap` is in the text of a link */
	struct iri_link whole;     /* the last result of iri_link_next, for the text before `whole_end` */
	const char *whole_end;
	const char *url_stop, *url_end; /* a URL before the first ends at the second */
	const char *xref_stop;          /* the end of the last target of xref: */
	const char *hits[6];       /* the next ":" and so on in the document, if they are not before the text */
};

/* Whether this is the first reading of struct asciidoc_attributes. */
static inline bool asciidoc_collects(const struct asciidoc_text *t)
{
	return t->attributes && t->attributes->collects;
}

/*
 * Whether the text, a part of the document, has a ":" or "<", without which there is no link, except for one without a
 * scheme.
 */
bool asciidoc_has_marks(struct asciidoc_text *t, struct iri_str text);

/* Finds the links of a text, a part of the document. If memory runs out, asciidoc_text_failed tells. */
void asciidoc_search_text(struct asciidoc_text *t, struct iri_str text);

bool asciidoc_text_failed(const struct asciidoc_text *t);

void asciidoc_text_free(struct asciidoc_text *t);

#endif
