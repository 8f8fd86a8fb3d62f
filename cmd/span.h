/* SPDX-License-Identifier: ISC */
/* A link in a document, as the modules of the formats find it. */
#ifndef SPAN_H
#define SPAN_H

#include "../lib/iri.h"

enum span_kind {
	/* Links in running text, in the order of enum iri_link_kind */
	SPAN_TEXT,
	SPAN_BARE,
	SPAN_ADDRESS,
	SPAN_KINDS
};

/* The views are valid only while the function that gets the span runs. */
struct span {
	enum span_kind kind;
	bool broken;              /* see struct iri_link */
	struct iri_str text;      /* as it stands in the document */
	struct iri_str reference; /* the link that is meant: character references resolved, line breaks removed */
	/* document.c sets the place of `text` in the document: */
	uintmax_t off;            /* in bytes of its text in UTF-8 */
	uintmax_t line;           /* from 1; 0 if the options do not want places */
	size_t column;            /* in characters from 1 */
};

#endif
