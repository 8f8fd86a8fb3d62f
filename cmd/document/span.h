/* SPDX-License-Identifier: ISC */
/* A link in a document, as the modules of the formats find it. */
#ifndef SPAN_H
#define SPAN_H

#include "layer.h"

#include "cmd/base/charref.h"
#include "lib/iri.h"

enum span_kind {
	/* Links in running text, with the values of enum iri_link_kind */
	SPAN_TEXT,
	SPAN_BARE,
	SPAN_ADDRESS,
	SPAN_LAST_OF_TEXT = SPAN_ADDRESS,
	/* Destinations of Markdown */
	SPAN_INLINE,
	SPAN_IMAGE,
	SPAN_DEFINITION, /* of a link reference: [label]: destination */
	SPAN_AUTOLINK,   /* <destination> */
	/* Links in attributes of HTML */
	SPAN_ATTRIBUTE,
	SPAN_BASE,       /* <base href> */
	SPAN_KINDS
};

/* How a link is written in its document. rewrite.h writes another link in the same way. */
struct span_style {
	enum charref_context charrefs; /* which character references count in it */
	bool in_markdown;   /* in a Markdown document, also in HTML there */
	bool is_mdx;        /* in an MDX document */
	bool in_cell;       /* in a cell of a table of Markdown */
	bool is_bare;       /* in running text of Markdown, where bare.h says what can be written */
	bool in_brackets;   /* a "[" before the bare link is open, so that GitHub does not see the link */
	bool is_address;    /* an autolink that is an e-mail address, and means "mailto:" and the address */
	char quote;         /* '"' or '\'' around the value of the attribute; '<' before a Markdown destination; or 0 */
};

/* A link. The views are valid only while the function that gets the span runs. */
struct span {
	enum span_kind kind;
	bool broken;              /* see struct iri_link */
	/*
	 * Whether the link has an exact place, where another link can stand instead. Else it is empty: for an
	 * attribute without a value it stands after the name; for Markdown, where a destination would stand.
	 */
	bool placed;
	const struct layer *layer; /* the text in which the link was found */
	struct iri_str found;     /* the link as it stands there */
	struct iri_str text;      /* the link as it stands in the document; document.c sets it */
	struct iri_str reference; /* the link that is meant: character references resolved, line breaks removed */
	struct span_style style;
	/* document.c sets the place of `text` in the document: */
	uintmax_t off;            /* in bytes of the file */
	size_t len;               /* in bytes of the file; text.n counts those in UTF-8 */
	uintmax_t line;           /* from 1; 0 if the options want no lines and columns */
	size_t column;            /* in characters from 1 */
};

#endif
