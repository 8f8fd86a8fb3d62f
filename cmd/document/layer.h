/* SPDX-License-Identifier: ISC */
/* Texts inside of each other: each is decoded from a part of the text around it. */
#ifndef LAYER_H
#define LAYER_H

#include "cmd/base/source_map.h"

/* A text, and where it stands. It is valid while the function runs that opened it. */
struct layer {
	const struct layer *outer;    /* the text around it; NULL: this is the document */
	struct iri_str text;
	const struct source_map *map; /* places of the text in the outer one; NULL: it is a view of the outer text */
};

/* Returns the part of the document that s stands for. s: a view of the text of the layer */
struct iri_str layer_origin(const struct layer *layer, struct iri_str s);

#endif
