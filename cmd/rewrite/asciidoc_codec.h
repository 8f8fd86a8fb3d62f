/* SPDX-License-Identifier: ISC */
#ifndef ASCIIDOC_CODEC_H
#define ASCIIDOC_CODEC_H

#include "cmd/finder/layer.h"

/*
 * Appends s as a target of AsciiDoc: in "++" if Asciidoctor could change a part of it or end it early, and else with a
 * backslash before a text that it would replace. In "++", all after the "://" of a URL stands, so that it stays one.
 */
void codec_write_asciidoc(struct codec_use use, struct iri_str s, struct iri_buf *out);

#endif
