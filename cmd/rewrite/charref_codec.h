/* SPDX-License-Identifier: ISC */
#ifndef CHARREF_CODEC_H
#define CHARREF_CODEC_H

#include "cmd/base/charset.h"
#include "cmd/finder/layer.h"

/* Appends s as it is written in HTML or XML: with character references, also for what the charset lacks. */
void codec_write_charrefs(struct codec_use use, struct charset *cs, struct iri_str s, struct iri_buf *out);

#endif
