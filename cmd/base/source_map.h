/* SPDX-License-Identifier: ISC */
/* Text that is put together from pieces of a document, with the places of its bytes in the document. */
#ifndef SOURCE_MAP_H
#define SOURCE_MAP_H

#include "lib/base/array.h"

/* All zeros: no text. All offsets are in bytes. */
struct source_map {
	struct iri_buf text;
	union ARRAY_OF(struct piece) list;
	size_t found; /* the number of the piece that was found last: mostly, a place after it is looked for next */
};

struct piece {
	size_t off;          /* where the piece begins in the text; it ends where the next one begins */
	size_t place, len;   /* where it stands in the document, and its length there */
};

/*
 * Appends n bytes that stand for len bytes of the document from `place` on. If n and len are equal, each byte stands
 * for one byte. Else the piece as a whole stands for them, for example "&" for "&amp;". Appends nothing if n is 0.
 */
void source_map_add(struct source_map *map, const char *p, size_t n, size_t place, size_t len);

/* Appends s, which as a whole stands for len bytes of the document from `place` on, also if it has len bytes. */
void source_map_add_whole(struct source_map *map, struct iri_str s, size_t place, size_t len);

/*
 * Returns the place where byte `off` of the text begins; at the end of the text, where its last byte ends. The text is
 * not empty. Takes time logarithmic in the number of pieces.
 */
size_t source_map_start(struct source_map *map, size_t off);

/* Returns the place where the byte before `off` ends; off is at least 1. */
size_t source_map_end(struct source_map *map, size_t off);

/* Removes the text. source_map_failed does not change. */
void source_map_clear(struct source_map *map);

void source_map_free(struct source_map *map);

/* Whether memory ran out, so that text may be missing. */
static inline bool source_map_failed(const struct source_map *map)
{
	return map->text.failed || map->list.buf.failed;
}

#endif
