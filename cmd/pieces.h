/* SPDX-License-Identifier: ISC */
/* A text that is put together from pieces of a document, and the places of its bytes there. */
#ifndef PIECES_H
#define PIECES_H

#include "../lib/buf.h"

/* All zeros: no text. All offsets are in bytes. */
struct pieces {
	struct iri_buf text;
	struct iri_buf list; /* of struct piece */
};

struct piece {
	size_t off;          /* where the piece begins in the text */
	size_t place, len;   /* where it stands in the document */
};

/*
 * Appends n bytes that stand for len bytes of the document from `place` on. If n and len are different, the bytes have
 * no places of their own: for example, "&" stands for all of "&amp;".
 */
void pieces_add(struct pieces *pieces, const char *p, size_t n, size_t place, size_t len);

/* Returns the place where byte `off` of the text begins. Takes time logarithmic in the number of pieces. */
size_t pieces_start(const struct pieces *pieces, size_t off);

/* Returns the place where the byte before `off` ends; off is at least 1. */
size_t pieces_end(const struct pieces *pieces, size_t off);

/* Removes the text. A failure stays. */
void pieces_clear(struct pieces *pieces);

void pieces_free(struct pieces *pieces);

static inline bool pieces_failed(const struct pieces *pieces)
{
	return pieces->text.failed || pieces->list.failed;
}

#endif
