/* SPDX-License-Identifier: ISC */
/* Finds the links of running text: links in a line by iri_link_next, and links in brackets broken over lines */
#ifndef FINDER_H
#define FINDER_H

#include "charref.h"
#include "html.h"
#include "span.h"

#include "../lib/buf.h"

struct finder_options {
	struct iri_link_options links;
	bool unwrap;              /* also find links in "<...>" that are broken over lines (RFC 3986, appendix C) */
};

/*
 * Set the first three members; the others are 0. A function that gets a finder calls `found` for each link, in the
 * order of the text. The view span->text is a part of the text that it searches.
 */
struct finder {
	const struct finder_options *options;
	bool (*found)(void *arg, struct span *span); /* returns whether the search goes on */
	void *arg;
	bool stopped;             /* found returned false */
	/* For the text that is being searched: */
	struct iri_str text;
	size_t from;              /* links before this byte are found */
	struct iri_link whole;    /* the next link that is not wrapped; its len is 0 before the first search */
	bool ended;               /* no link that is not wrapped follows */
	size_t searched;          /* wrapped links before this byte are found */
	struct iri_link wrapped;  /* the next link in brackets that is broken over lines; len 0: none */
	struct iri_buf joined;    /* the wrapped link without white space */
	struct iri_buf decoded;   /* the text with its character references resolved */
	struct iri_buf ends;      /* the offsets of the ends of links in `decoded` */
};

/*
 * Calls f->found for the span, and sets f->stopped. Before that removes line ends and white space from the reference of
 * a destination or an attribute, checks whether it is broken, and leaves it out if the options want other schemes.
 */
void finder_report(struct finder *f, struct span *span);

/* Finds the links of a text, after its character references are resolved. */
void finder_search(struct finder *f, struct iri_str text, enum charref_context context);

/* Finds the links of HTML, as far as html_next finds pieces; see there. */
void finder_search_html(struct finder *f, struct html *h, struct iri_str text, bool at_end);

/* Whether memory ran out, so that links may be missing. */
bool finder_failed(const struct finder *f);

void finder_free(struct finder *f);

#endif
