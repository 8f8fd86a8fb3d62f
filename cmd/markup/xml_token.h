/* SPDX-License-Identifier: ISC */
/* Splits XML (1.0, fifth edition) into names, attributes and texts. */
#ifndef XML_TOKEN_H
#define XML_TOKEN_H

#include "declared_charset.h"

#include "lib/iri.h"

/*
 * Copies the encoding that the XML declaration at the start of the text names to `name`, as a C string. It has only
 * ASCII letters, digits and . _ - (EncName). Returns false if there is none.
 */
bool xml_encoding(struct iri_str text, char name[ENCODING_NAME_MAX + 1]);

/* A position in an XML document. Set text; the other members are 0. */
struct xml_tokens {
	struct iri_str text;
	size_t at;            /* the tokens before this byte are found */
	bool in_tag;          /* `at` is in a tag, after its name or an attribute */
	unsigned unended;     /* bits of xml_token.c: the kinds of markup whose end is not in the rest of the text */
};

enum xml_kind {
	XML_TEXT,      /* character data between tags */
	XML_CDATA,     /* the text of a CDATA section, which has no character references */
	XML_COMMENT,   /* the text of a comment */
	XML_START,     /* the name of a start tag; attributes and an end of the tag follow */
	XML_END,       /* the name of an end tag; the same follows, though attributes are errors there */
	XML_ATTRIBUTE, /* the name of an attribute, and its value */
	XML_TAG_END,
	XML_EMPTY_END, /* the end of a tag that ends its element, too: "/>" */
};

/* Views of the text. A name is absent for text, and a text for names. */
struct xml_token {
	enum xml_kind kind;
	struct iri_str name, text;
};

/*
 * Finds the next token. Leaves out processing instructions and the document type declaration. Returns false
 * if there is none. The document may have errors: a "<" that begins no markup ends character data, and any "<" ends a
 * tag. Finding all tokens takes time linear in the length of the text.
 */
bool xml_next(struct xml_tokens *x, struct xml_token *token);

#endif
