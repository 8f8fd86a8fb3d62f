/* SPDX-License-Identifier: ISC */
/* Reports the links of AsciiDoc, with their texts. In the first reading of a document, counts them as uses instead. */
#ifndef ASCIIDOC_REPORT_H
#define ASCIIDOC_REPORT_H

#include "asciidoc_attributes.h"

#include "cmd/finder/finder.h"
#include "cmd/markup/asciidoc_ends.h"

/* Set the first four members; the others are 0 at the start. */
struct asciidoc_text {
	struct finder *f;          /* gets the links */
	const struct layer *layer; /* the document */
	struct asciidoc_attributes *attributes; /* NULL without the option labels */
	unsigned char flags;       /* of struct codec_use: CODEC_IN_CELL or 0 */
	struct source_map target;  /* the current target, decoded */
	struct iri_str label;      /* see struct span: of the link that is reported next */
	bool label_is_code;
	struct finder finder;      /* finds hosts and addresses */
	/* For the text that is being searched: */
	struct asciidoc_ends ends; /* with the text */
	const char *gap;           /* what is before it is done */
	bool in_label;             /* `gap` is in the text of a link */
	struct iri_link whole;     /* the last result of iri_link_next, for the text before `whole_end` */
	const char *whole_end;
	const char *url_stop, *url_end; /* a URL before the first ends at the second */
	const char *xref_stop;     /* the end of the last target of xref: */
	const char *hits[6];       /* the next ":" and so on in the document, if they are not before the text */
};

/* Whether this is the first reading of struct asciidoc_attributes. */
static inline bool asciidoc_collects(const struct asciidoc_text *t)
{
	return t->attributes && t->attributes->collects;
}

/* Reports a target of a macro, or a URL. t->label is its text. use: how it is written */
void asciidoc_report(struct asciidoc_text *t, enum span_kind kind, struct iri_str target, struct codec_use use);

/* Reports the link of an image or a video, which is the value of link= in its list of attributes. */
void asciidoc_report_list(struct asciidoc_text *t, struct iri_str list, struct codec_use use);

/* Reports the value of an attribute. Its label is the text of links that begin with the attribute. */
void asciidoc_report_definition(struct asciidoc_text *t, struct iri_str value);

/*
 * Returns what a reader sees of the text of a link, which stands in its brackets, with attributes replaced. It is valid
 * until the next call. Only with the option labels
 */
struct iri_str asciidoc_read_label(struct asciidoc_text *t, struct iri_str text);

#endif
