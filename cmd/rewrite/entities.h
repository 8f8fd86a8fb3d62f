/* SPDX-License-Identifier: ISC */
/* Entities that a document of XML or XHTML declares itself, or another file does for it: XML 1.0, section 4.2. */
#ifndef ENTITIES_H
#define ENTITIES_H

#include "cmd/finder/layer.h"

/* Returns the part of a document that can declare entities: the first 64 KB of its document type. */
struct iri_str entities_declarations(struct iri_str document);

/*
 * Writes the references to such entities as they stood in a link. old: its old text; text: its new text, where they
 * were written as "&amp;name;"; is_ended: a ";" follows both, as after a link in running text. They stay in the
 * reference in between, since what they stand for is not read. Returns NULL, or why that is impossible.
 */
const char *entities_keep(struct iri_str declarations, const struct span_style *style, struct iri_str old,
                          bool is_ended, struct iri_buf *text);

#endif
