/* SPDX-License-Identifier: ISC */
/* --defang: text in which no software finds a link */
#ifndef DEFANG_H
#define DEFANG_H

#include "lib/base/buf.h"

/* Walk through a text. Begins with token at the start of the text, and all else zero. */
struct defang {
	const char *token; /* where the current run of characters that schemes have ends */
	const char *colon; /* the end of a scheme, or NULL */
	const char *known; /* where a scheme begins that refang reads again, and whose "t" becomes "x"; or NULL */
};

/*
 * Returns what stands in place of the character at p of s, or NULL if it stays. Pass each character, in order. Schemes:
 * in one that is known, "t" becomes "x" before "://", so http becomes hxxp; the ":" becomes "[:]". Names: "." becomes
 * "[.]", and so do the three characters that IDNA takes for a dot.
 */
const char *defang_char(struct defang *d, const char *p, struct iri_str s);

/* Appends a text of any bytes without links. */
void defang_add(struct iri_str s, struct iri_buf *out);

/* Appends JSON in ASCII without links in its strings. */
void defang_json(struct iri_str json, struct iri_buf *out);

#endif
