/* SPDX-License-Identifier: ISC */
/* A link in a document, as the modules of the formats find it. */
#ifndef SPAN_H
#define SPAN_H

#include "layer.h"

#include "cmd/link/bare.h"
#include "cmd/markup/xml_base.h"
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
	/* Links in attributes of HTML and XML */
	SPAN_ATTRIBUTE,
	SPAN_BASE,       /* <base href>, xml:base */
	SPAN_INCLUDE,    /* a document that this one includes */
	SPAN_STYLE,      /* an image, a font and so on of a style: url() of CSS */
	SPAN_KINDS,
	/* No link, and reported only with landmarks: a reference of Markdown without a definition, "[text][label]" */
	SPAN_UNDEFINED = SPAN_KINDS,
	/* No link either: a comment that begins with the keyword of the options. `reference` is its text */
	SPAN_COMMENT,
	/* No link, and reported only with the option unclosed: an IRI of RDF without ">" */
	SPAN_UNCLOSED
};

enum { SPAN_MOST_BASE = XML_MOST_BASE, SPAN_MOST_LABEL = 256 };

/* The block of Markdown that has the link; SPAN_NO_BLOCK in other formats */
enum span_block {
	SPAN_NO_BLOCK,
	SPAN_PARAGRAPH,
	SPAN_HEADING,
	SPAN_TABLE,
	SPAN_HTML,
	SPAN_REFERENCE, /* a definition */
	SPAN_METADATA
};

/* A link. The views are valid only while the function that gets the span runs. */
struct span {
	enum span_kind kind;
	bool broken;               /* see struct iri_link */
	/*
	 * Whether the link has an exact place, where another link can stand instead. Else it is empty: for an
	 * attribute without a value it stands after the name; for Markdown, where a destination would stand.
	 */
	bool placed;
	/*
	 * No reference, but the name of a file as it stands, in which "%20" is no space and "#" begins no fragment:
	 * what AsciiDoc and reStructuredText include, and the roles doc and download of Sphinx name. finder_report
	 * clears it for a link with "://".
	 */
	bool is_name;
	bool is_pattern;           /* a name that is a pattern, in a toctree of Sphinx; see the option patterns */
	bool is_asset;             /* a component of Vue imports what the element of this attribute names */
	bool is_button;            /* the href of an <a> that has an attribute onclick: it may lead nowhere */
	const struct layer *layer; /* the text in which the link was found */
	struct iri_str found;      /* the link as it stands there */
	struct iri_str reference;  /* the link that is meant: without line breaks */
	const struct iri_ref *ref; /* the parsed reference, if finder_report has parsed it, and it is valid; or NULL */
	size_t definition;         /* the number of the definition, from 1 */
	/*
	 * With the option labels: the text of the link, as a reader sees it; for an image, its alternative text; and
	 * what else tells of the link: its title or, without it, what is read aloud (aria-label). Each has at most
	 * SPAN_MOST_LABEL bytes, and a single space for white space. Absent if the link has none.
	 */
	struct iri_str label, title;
	bool label_is_code;        /* the label begins with code */
	/* document.c sets these: */
	struct iri_str text;       /* the link as it stands in the document */
	/*
	 * What the document names as the base of the link (RFC 3986, section 5.1.1), which can be relative; absent if
	 * nothing. One that is longer than SPAN_MOST_BASE does not count.
	 */
	struct iri_str base;
	struct span_style style;
	uintmax_t off;             /* the place of `text`, in bytes of the file */
	size_t len;                /* in bytes of the file; text.n counts those in UTF-8 */
	enum span_block block;
	uintmax_t block_off;       /* where the text of the block begins, in bytes of the decoded document */
	uintmax_t line;            /* from 1; 0 if the options want no lines and columns */
	size_t column;             /* in characters from 1 */
	size_t byte;               /* the same in bytes of UTF-8 */
	struct position *at;       /* for document_locate; NULL: the last three members are known */
};

/* Returns the parsed reference, or NULL: document.c can have changed the reference. */
static inline const struct iri_ref *span_parsed(const struct span *s)
{
	const bool is_same = s->ref && s->ref->text.p == s->reference.p && s->ref->text.n == s->reference.n;

	return is_same ? s->ref : NULL;
}

/* Returns what software adds before a link of this kind, as bare_scheme does. */
static inline const char *span_scheme(enum span_kind kind)
{
	return kind <= SPAN_LAST_OF_TEXT ? bare_scheme((enum iri_link_kind)kind) : NULL;
}

/*
 * Sets the members that document.c does not set, for a link with an exact place that means what stands there. Member by
 * member: compilers clear so large a struct with an instruction that is slow to begin.
 */
static inline void span_begin(struct span *s, enum span_kind kind, const struct layer *layer, struct iri_str found)
{
	const struct iri_str absent = {NULL, 0};

	s->kind = kind;
	s->broken = s->is_name = s->is_pattern = s->is_asset = s->is_button = s->label_is_code = false;
	s->placed = true;
	s->layer = layer;
	s->found = s->reference = found;
	s->ref = NULL;
	s->definition = 0;
	s->label = s->title = absent;
}

#endif
