/* SPDX-License-Identifier: ISC */
/* Writes a unified diff of two versions of a text whose changes are known. */
#ifndef DIFF_H
#define DIFF_H

#include "lib/base/array.h"

/* Some bytes of the old text, and the bytes of the new text that replace them */
struct change {
	size_t old_off, old_len;
	size_t new_off, new_len;
};

union changes ARRAY_OF(struct change);

/*
 * Appends the n changes of a file as a unified diff with 3 lines of context, as "diff -u" prints it, without times.
 * patch(1) applies it. Appends nothing if the changes leave every line as it was. changes: in ascending order, not
 * overlapping, though they may touch; the bytes between them are the same in both texts. The diff has each change as a
 * change of whole lines. Of these, equal lines at the start and at the end become context; equal lines between others
 * are printed as removed and added. A line ends with the byte 0x0A, in each charset. old_name, new_name: are written in
 * quotes, as git does it, if they have characters that patch would not read as they are. If memory runs out,
 * out->failed is set. Time is linear in the lengths of the texts.
 */
void diff_add(struct iri_buf *out, const char *old_name, const char *new_name, struct iri_str old_text,
              struct iri_str new_text, const struct change *changes, size_t n);

/* Appends that a file gets another name, as git prints it. The changes of the file follow, if there are any. */
void diff_add_rename(struct iri_buf *out, const char *old_name, const char *new_name);

/* Appends a diff of one file with colours, those of git(1). Each is ended before the end of the line. */
void diff_color(struct iri_str diff, struct iri_buf *out);

#endif
