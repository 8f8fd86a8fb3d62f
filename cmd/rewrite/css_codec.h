/* SPDX-License-Identifier: ISC */
#ifndef CSS_CODEC_H
#define CSS_CODEC_H

#include "cmd/base/charset.h"
#include "cmd/finder/layer.h"

/* Appends s as a string or url() of CSS: with escapes, also for what the charset lacks. */
void codec_write_css(struct codec_use use, struct charset *cs, struct iri_str s, struct iri_buf *out);

#endif
