/* SPDX-License-Identifier: ISC */
/* Texts inside of each other: each is decoded from a part of the text around it. */
#ifndef LAYER_H
#define LAYER_H

#include "cmd/base/source_map.h"
#include "lib/base/array.h"

/* How a text or a link is written in the text around it. codec_read decodes it; cmd/rewrite/codec.h writes others. */
enum codec {
	CODEC_NONE,              /* as it stands */
	CODEC_CHARREF_TEXT,      /* with character references, in text of HTML */
	CODEC_CHARREF_ATTRIBUTE, /* in a value of an attribute of HTML */
	CODEC_CHARREF_XML,       /* in XML */
	CODEC_CDATA,             /* in a CDATA section */
	CODEC_XML_CONTENT,       /* CODEC_CHARREF_XML or CODEC_CDATA; the place decides, see struct layer */
	CODEC_DESTINATION,       /* the destination of a link or a definition of Markdown */
	CODEC_AUTOLINK,          /* an autolink of Markdown */
	CODEC_ADDRESS,           /* an autolink that is an e-mail address, and means "mailto:" and the address */
	CODEC_BARE,              /* a link in running text of Markdown; markdown_bare.h says what can be written */
	CODEC_WRAPPED,           /* a link there that is broken over lines */
	CODEC_JSON,              /* in a string of JSON */
	CODEC_CSS,               /* a string or url() of CSS */
	CODEC_RST,               /* a target of reStructuredText; the quote '<' stands for "`text <target>`_" */
	CODEC_IRIREF,            /* an IRI of RDF */
	CODEC_ASCIIDOC,          /* a target of AsciiDoc, or the value of an attribute */
};

/* Flags of struct codec_use */
enum {
	CODEC_IN_MARKDOWN = 1,   /* in a Markdown document, also in HTML there */
	CODEC_IN_MDX = 2,        /* in an MDX document */
	CODEC_IN_CELL = 4,       /* in a cell of a table of Markdown */
	CODEC_IN_BRACKETS = 8,   /* a "[" before the bare link is open, so that GitHub does not see the link */
	CODEC_IN_DEFINITION = 16,
	CODEC_MARKS_LEAVE = 32,  /* a "*" or "_" in the bare link can pair with one outside, where it is no link; in
	                            AsciiDoc, the link has a mark that can */
	CODEC_VERBATIM = 64,     /* in a listing of AsciiDoc, where no backslash is needed or removed */
	/* Of CODEC_JSON: */
	CODEC_ESCAPES_SLASH = 1, /* the string has "\/" */
	CODEC_WRITES_ASCII = 2,  /* non-ASCII characters become escapes */
	CODEC_IN_SCRIPT = 4,     /* in <script>, which "</script" and "<!--" in a string could change */
};

struct codec_use {
	unsigned char codec;
	char quote; /* '"' or '\'' around the value of the attribute or the string; '<' before a destination; or 0 */
	unsigned char flags;
};

/* Offsets in the outer text */
struct layer_section {
	size_t start, end;
};

union layer_sections ARRAY_OF(struct layer_section);

/* A text, and where it stands. It is valid while the function runs that opened it. */
struct layer {
	const struct layer *outer;    /* the text around it; NULL: this is the document */
	struct iri_str text;
	struct source_map *map; /* places of the text in the outer one; NULL: it is a view of the outer text */
	struct codec_use use;         /* how it is written in the outer text */
	const union layer_sections *cdata;  /* CODEC_XML_CONTENT: the CDATA sections, ascending */
};

/* Appends what s means, which is written like this and begins at `place` of the text around it. */
void codec_read(struct codec_use use, struct iri_str s, size_t place, struct source_map *to);

/*
 * Returns the layer of a part of `outer` that is written like this. It is decoded into the map, or is a view of the
 * outer text if that gives the same. The caller frees the map, and must not change it while the layer is used.
 * source_map_failed tells if memory ran out.
 */
struct layer layer_open(const struct layer *outer, struct codec_use use, struct iri_str part, struct source_map *map);

/* Returns the part of the outer text that s, a view of the text of the layer, stands for. */
struct iri_str layer_outer(const struct layer *l, struct iri_str s);

/* Returns the part of the document that s stands for. s: a view of the text of the layer */
struct iri_str layer_origin(const struct layer *layer, struct iri_str s);

/* Returns the part of the text of `outer`, which is around the layer, that s stands for. */
struct iri_str layer_origin_in(const struct layer *layer, const struct layer *outer, struct iri_str s);

/* The most layers with a codec that are inside of each other. Texts that are deeper are not searched. */
enum { MOST_LAYERS = 4 };

/* How a link is written in its document: the codecs of its layers, the outermost first */
struct span_style {
	unsigned n;
	struct codec_use use[MOST_LAYERS];
};

/* Returns the number of layers with a codec, from this one to the document. */
unsigned layer_depth(const struct layer *layer);

/* Returns how a link is written. link: a view of the text of the layer */
struct span_style layer_style(const struct layer *layer, struct iri_str link);

/* Returns the innermost codec. */
static inline struct codec_use style_innermost(const struct span_style *style)
{
	return style->n ? style->use[style->n - 1] : (struct codec_use){0};
}

#endif
