/* SPDX-License-Identifier: ISC */
#include "arena.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 16 * 1024 }; /* bytes of a piece; a request that is larger gets a piece of its own */

struct arena_piece {
	struct arena_piece *next;
	size_t size;
	max_align_t start[];
};

/* Adds a piece of this size. Returns false if memory ran out. */
static bool add_piece(struct arena *a, size_t size)
{
	struct arena_piece *const piece = calloc(1, sizeof *piece + size);

	if (!piece)
		return false;
	piece->next = a->pieces;
	piece->size = size;
	a->pieces = piece;
	a->p = (char *)piece->start;
	a->left = size;
	return true;
}

void *arena_take(struct arena *a, size_t n)
{
	const size_t unit = sizeof(max_align_t);

	if (n > SIZE_MAX / 2)
		message_die(a->messages, NULL, "out of memory");
	n = (n + !n + unit - 1) / unit * unit;
	if (n > a->left && !add_piece(a, n > PIECE ? n : PIECE))
		message_die(a->messages, NULL, "out of memory");
	char *const p = a->p;
	a->p += n;
	a->left -= n;
	return p;
}

struct iri_str arena_copy(struct arena *a, struct iri_str s)
{
	if (!s.p)
		return s;
	char *const p = arena_take(a, s.n + 1);
	if (s.n)
		memcpy(p, s.p, s.n);
	return (struct iri_str){p, s.n};
}

void arena_clear(struct arena *a)
{
	while (a->pieces) {
		struct arena_piece *const next = a->pieces->next;
		free(a->pieces);
		a->pieces = next;
	}
	a->p = NULL;
	a->left = 0;
}

void arena_reset(struct arena *a)
{
	struct arena_piece *const kept = a->pieces;

	if (!kept || kept->size != PIECE) {
		arena_clear(a);
		return;
	}
	a->pieces = kept->next;
	const size_t used = PIECE - a->left;
	arena_clear(a);
	memset(kept->start, 0, used);
	kept->next = NULL;
	a->pieces = kept;
	a->p = (char *)kept->start;
	a->left = PIECE;
}
