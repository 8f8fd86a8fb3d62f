/* SPDX-License-Identifier: ISC */
#ifndef ESCAPES_CODEC_H
#define ESCAPES_CODEC_H

#include "cmd/base/charset.h"
#include "cmd/finder/layer.h"

/* Appends s as it is written in a string of JSON: with escapes, also for what the charset lacks. */
void codec_write_json(struct codec_use use, struct charset *cs, struct iri_str s, struct iri_buf *out);

/* Appends s as an IRI of RDF (RDF 1.1 Turtle, IRIREF): with escapes for what it cannot have or the charset lacks. */
void codec_write_iriref(struct charset *cs, struct iri_str s, struct iri_buf *out);

#endif
