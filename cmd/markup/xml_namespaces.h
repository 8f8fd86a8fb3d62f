/* SPDX-License-Identifier: ISC */
/* Namespaces in XML (1.0, third edition): what a prefix means in an element. */
#ifndef XML_NAMESPACES_H
#define XML_NAMESPACES_H

#include "lib/iri.h"

/* The namespaces that decide where links are */
enum xml_space {
	SPACE_NONE,    /* no namespace */
	SPACE_OTHER,   /* any that is not below */
	SPACE_ATOM,    /* Atom 1.0 (RFC 4287) and 0.3 */
	SPACE_RSS,     /* RSS 0.90, 1.0 and 2.0; most RSS has no namespace */
	SPACE_CONTENT, /* of <content:encoded> in RSS */
	SPACE_ITUNES,  /* podcasts */
	SPACE_MEDIA,   /* Media RSS */
	SPACE_XHTML,
	SPACE_SVG,
	SPACE_XLINK,
	SPACE_RDF,
	SPACE_XSI,     /* XML Schema in the documents that it describes */
	SPACE_XML,     /* of xml:base and xml:lang */
};

/* Declarations that are in scope, the innermost last. More are ignored, so that a lookup takes bounded time. */
struct xml_scope {
	unsigned n;
	struct xml_binding {
		struct iri_str prefix; /* empty for the default namespace; a view of the document */
		enum xml_space space;
	} list[64];
};

/* Whether an attribute with this name declares a namespace: "xmlns" or "xmlns:prefix". */
bool xml_is_declaration(struct iri_str name);

/* Adds the declaration that such an attribute makes. */
void xml_declare(struct xml_scope *scope, struct iri_str name, struct iri_str value);

/* Returns the namespace of an element with this name, and sets *local to the name without its prefix. */
enum xml_space xml_element_space(const struct xml_scope *scope, struct iri_str name, struct iri_str *local);

/* The same for an attribute, which has no namespace if it has no prefix. */
enum xml_space xml_attribute_space(const struct xml_scope *scope, struct iri_str name, struct iri_str *local);

#endif
