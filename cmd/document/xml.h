/* SPDX-License-Identifier: ISC */
/* Splits XML (1.0, fifth edition) into the pieces of text that can contain links. */
#ifndef XML_H
#define XML_H

#include "encoding.h"

#include "lib/iri.h"

/*
 * Copies the encoding that the XML declaration at the start of the text names to `name`, as a C string. It has only
 * ASCII letters, digits and . _ - (EncName). Returns false if there is none.
 */
bool xml_encoding(struct iri_str text, char name[ENCODING_NAME_MAX + 1]);

/* A position in an XML document. Set text; the other members are 0. */
struct xml {
	struct iri_str text;
	size_t at;            /* the pieces before this byte are found */
	bool in_tag;          /* `at` is in a tag, after its name or an attribute */
	unsigned unended;     /* bits of xml.c: the kinds of markup whose end is not in the rest of the text */
};

/*
 * Finds the next piece of text: the value of an attribute, character data between tags, or a CDATA section. Leaves out
 * comments, processing instructions, the document type declaration, and the names of namespaces (xmlns), which are no
 * links. Sets *piece to a view of the text, and *is_cdata if it is a CDATA section, which has no character references.
 * Returns false if there is none. The document may have errors: a "<" that begins no markup ends a piece. Finding all
 * pieces takes time linear in the length of the text.
 */
bool xml_next(struct xml *x, struct iri_str *piece, bool *is_cdata);

#endif
