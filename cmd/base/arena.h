/* SPDX-License-Identifier: ISC */
/* Arena: memory that is allocated piece by piece, never moves, and is freed at once. */
#ifndef ARENA_H
#define ARENA_H

#include "message.h"

/* An arena of all zeros is empty, but for `messages`, which the user sets. It ends the program if memory runs out. */
struct arena {
	const struct messages *messages;
	struct arena_piece *pieces;
	char *p;
	size_t left;
};

/* Returns n zero bytes, which may be none, aligned for any type. */
void *arena_take(struct arena *a, size_t n);

/* Returns a copy of s with a NUL behind it, or an absent string if s is absent. */
struct iri_str arena_copy(struct arena *a, struct iri_str s);

/* Frees all pieces. */
void arena_clear(struct arena *a);

/* Empties the arena. Keeps a piece, so that it costs little to fill and to empty it again and again. */
void arena_reset(struct arena *a);

#endif
