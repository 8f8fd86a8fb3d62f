/* SPDX-License-Identifier: ISC */
/* Finds the links of the text of a paragraph, a title or a cell of AsciiDoc. */
#ifndef ASCIIDOC_INLINE_H
#define ASCIIDOC_INLINE_H

#include "asciidoc_report.h"

/*
 * Whether the text, a part of the document, has a ":" or "<", without which there is no link, except for one without a
 * scheme.
 */
bool asciidoc_has_marks(struct asciidoc_text *t, struct iri_str text);

/* Finds the links of a text, a part of the document. If memory runs out, asciidoc_text_failed tells. */
void asciidoc_search_text(struct asciidoc_text *t, struct iri_str text);

bool asciidoc_text_failed(const struct asciidoc_text *t);

void asciidoc_text_free(struct asciidoc_text *t);

#endif
