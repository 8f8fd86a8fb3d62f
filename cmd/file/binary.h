/* SPDX-License-Identifier: ISC */
/* Files that are no documents. */
#ifndef BINARY_H
#define BINARY_H

#include "lib/iri.h"

/*
 * Returns a message about a file that begins with this text and cannot be searched, or NULL if it can: what the file
 * is, and how to search it. A file that has a NUL is one, and a file that begins as a PDF, as compressed, or as an
 * archive. is_raw: the bytes are those of the file, and were not decoded; has_nuls: text of this format can have a NUL.
 * *is_text: the file is text in UTF-16, without a byte order mark
 */
const char *binary_refusal(struct iri_str start, bool is_raw, bool has_nuls, bool *is_text);

/*
 * Whether more text can show that a file that begins with this text cannot be searched, but for a NUL that comes later.
 * A line of text shows that it can; only the signature of PNG has line ends.
 */
bool binary_is_cut(struct iri_str start);

#endif
