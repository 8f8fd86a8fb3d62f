/* SPDX-License-Identifier: ISC */
/* Edits a document in chunks of whole lines, so that memory is bounded. */
#ifndef STREAM_H
#define STREAM_H

#include "inplace.h"

/* What a tool does with each chunk. All but the last may be NULL. */
struct stream_steps {
	/* Gets each chunk, in order. Returns false, with a message, on failure. */
	bool (*begin)(void *arg, const struct editor *e);
	/* Whether `change` can be called for the chunk before the next one is read. */
	bool (*is_ready)(void *arg, const struct editor *e);
	/* Is called after `begin` for the last chunk. Then all are ready. Returns false, with a message, on failure. */
	bool (*end)(void *arg);
	/* Sets the new links of a chunk, in order. Returns false, with a message, on failure. */
	bool (*change)(void *arg, struct editor *e);
};

/* Whether stream_edit can edit the document: its lines are independent, and it is printed. */
bool stream_suits(const struct inplace *o, const struct editor *e);

/*
 * Does the same as inplace_edit. But if it fails, the chunks before are already printed, and a message says so.
 * Memory is bounded by the longest line, and by the chunks that are not ready.
 */
void stream_edit(const struct inplace *o, const struct editor *e, const char *advice, const struct stream_steps *steps,
                 void *arg);

#endif
