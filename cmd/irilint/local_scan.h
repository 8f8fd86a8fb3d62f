/* SPDX-License-Identifier: ISC */
/* The first pass of local links: reads the anchors of documents, and finds out which of them can have findings. */
#ifndef LOCAL_SCAN_H
#define LOCAL_SCAN_H

#include "local.h"

/* What the first pass knows of a document */
enum local_state {
	LOCAL_UNREAD,  /* it was not read in that pass */
	LOCAL_CLEAN,   /* it has no finding */
	LOCAL_SUSPECT, /* it was read, and its messages printed, but it can have findings, or was not read to its end */
};

/* Announces a document of the first pass, one of at most n: for each, before that pass, after the first local_begin. */
void local_expect(struct local *l, const char *name, enum document_format format, size_t n);

/*
 * The first pass, after local_begin: reads a document, and keeps its anchors. Returns LOCAL_CLEAN if it has no finding,
 * as far as that does not depend on other documents. name: of the file, for messages. document: its number, for
 * local_look_up. If it can have findings, local_replay may report them. Memory: 8 bytes for each link to an anchor of
 * another document; 16 if the fragment is percent-encoded.
 */
enum local_state local_scan(struct local *l, const struct selection *selection, const char *name, size_t document);

/*
 * For documents that another process reads in the first pass, see jobs.h: forgets them; appends what is known of them
 * since then; and takes it over.
 */
void local_forget(struct local *l);
void local_save(const struct local *l, struct iri_buf *out);
void local_load(struct local *l, struct iri_str saved);

/* After the first pass: sets the state of each clean document that has a dead fragment to LOCAL_SUSPECT. */
void local_look_up(struct local *l, char *states);

#endif
