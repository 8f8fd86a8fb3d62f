/* SPDX-License-Identifier: ISC */
/* Writes a unified diff of two versions of a text whose changes are known. */
#ifndef DIFF_H
#define DIFF_H

#include "../lib/buf.h"

/* Some bytes of the old text, and the bytes of the new text that replace them */
struct change {
	size_t old_off, old_len;
	size_t new_off, new_len;
};

/*
 * Appends the n changes of a file as a unified diff, which patch(1) applies; nothing if n is 0. changes: in ascending
 * order, not overlapping; the bytes between them are the same in both texts. Lines end in line feeds. Takes time linear
 * in the lengths of the texts.
 */
void diff_add(struct iri_buf *out, const char *name, struct iri_str old_text, struct iri_str new_text,
              const struct change *changes, size_t n);

#endif
