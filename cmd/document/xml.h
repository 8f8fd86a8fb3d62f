/* SPDX-License-Identifier: ISC */
/* Finds the links of XML: SVG, feeds, DITA, RDF and others. */
#ifndef XML_H
#define XML_H

#include "cmd/finder/finder.h"

/*
 * Finds the links of a document, and passes them to f in the order of their places:
 * - in the attributes that xml_syntax names, which may be relative, and in those of HTML in elements of XHTML;
 * - in HTML that is escaped or in CDATA sections, in the elements of RSS and Atom that have such content;
 * - in all other text and attributes, as in running text. Names of namespaces (xmlns) are none.
 * Elements and namespaces are known by their names, never by their content. If memory runs out, finder_failed tells.
 * Takes time linear in the length of the document; memory for its longest value, text, or content of an element.
 */
void xml_search(struct finder *f, const struct layer *document);

#endif
