/* SPDX-License-Identifier: ISC */
/* Files that -r has not read, for a message that names the ends of their names. */
#ifndef UNREAD_H
#define UNREAD_H

#include "lib/base/buf.h"

enum { UNREAD_ENDS = 64, UNREAD_LENGTH = 15 };

/* Numbers of files. All zeros at the start. */
struct unread {
	size_t files;
	size_t n; /* the number of ends in the list: the first UNREAD_ENDS that were met */
	struct unread_end {
		char text[UNREAD_LENGTH + 1]; /* ".md" */
		size_t files;
	} ends[UNREAD_ENDS];
};

/* Counts a file. An end that is long, or has other characters than ASCII letters, digits, _ and -, has no number. */
void unread_add(struct unread *u, const char *name);

/* Appends the number of files, with the most frequent ends of their names: "12 (9 *.mdx, 3 *.foo)" */
void unread_describe(struct unread *u, struct iri_buf *out);

#endif
