/* SPDX-License-Identifier: ISC */
/* Finds the links of AsciiDoc, as Asciidoctor 2.0 reads it. */
#ifndef ASCIIDOC_H
#define ASCIIDOC_H

#include "running_text.h"

/*
 * Finds the links of a document, and passes them to f in the order of their places:
 * - macros: URLs, link:, mailto:, xref: and <<>> to other documents, image:, video:, audio:, link= in these; include
 * - definitions: attributes whose value is a URL. References to attributes are templates; none is resolved.
 * - URLs in the text. With the option bare, also hosts and addresses in the text.
 * Listings, literal text, comments and passed text have none, but for include::; passed blocks are HTML. Both branches
 * of ifdef:: are read. If memory runs out, running_failed tells. Takes time linear in the length of the document.
 */
void asciidoc_search(struct running_text *f, const struct layer *document);

#endif
