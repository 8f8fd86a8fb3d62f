/* SPDX-License-Identifier: ISC */
#ifndef MARKDOWN_CODEC_H
#define MARKDOWN_CODEC_H

#include "cmd/finder/layer.h"

/* Appends s as a destination or an autolink of Markdown. Returns 1 if it has added "<>", else 0. */
size_t codec_write_markdown(struct codec_use use, struct iri_str s, struct iri_buf *out);

#endif
