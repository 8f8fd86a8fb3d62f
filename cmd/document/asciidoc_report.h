/* SPDX-License-Identifier: ISC */
/* Reports the links of AsciiDoc, with their texts. In the first reading of a document, counts them as uses instead. */
#ifndef ASCIIDOC_REPORT_H
#define ASCIIDOC_REPORT_H

#include "asciidoc_inline.h"

/* Reports a target of a macro, or a URL. t->label is its text. use: how it is written */
void asciidoc_report(struct asciidoc_text *t, enum span_kind kind, struct iri_str target, struct codec_use use);

/* Reports the link of an image or a video, which is the value of link= in its list of attributes. */
void asciidoc_report_list(struct asciidoc_text *t, struct iri_str list, struct codec_use use);

/* Reports the value of an attribute. Its label is the text of links that begin with the attribute. */
void asciidoc_report_definition(struct asciidoc_text *t, struct iri_str value);

/*
 * Returns what a reader sees of the text of a link, which stands in its brackets, with attributes replaced. It is valid
 * until the next call. Only with the option labels
 */
struct iri_str asciidoc_read_label(struct asciidoc_text *t, struct iri_str text);

#endif
