/* SPDX-License-Identifier: ISC */
#ifndef RST_CODEC_H
#define RST_CODEC_H

#include "cmd/finder/layer.h"

/* Appends s as a target of reStructuredText. */
void codec_write_rst(struct codec_use use, struct iri_str s, struct iri_buf *out);

#endif
