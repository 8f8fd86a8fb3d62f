/* SPDX-License-Identifier: ISC */
/* The innermost link that a link carries. */
#ifndef INNER_H
#define INNER_H

#include "lib/base/buf.h"

/* The most links that are inside of each other */
enum { INNER_DEPTH = 10 };

/* Which links count */
enum inner_kind {
	INNER_REDIRECTED, /* those to which a known redirector leads */
	INNER_ALL,        /* and those that are found by their form; of several, the first */
};

/* A search. A structure of all zeros is valid at the start; inner_free frees it. */
struct inner {
	enum inner_kind kind;
	struct iri_buf link;    /* the result; empty if the link carries none */
	/* The redirector of the result, or of the link if there is none, that does not say where it leads; or NULL */
	const char *redirector;
	struct iri_buf host;    /* "//" and the host, if its link has that of the target */
	struct iri_buf next;
};

/* Finds the innermost link, which is a valid reference. Returns false if memory ran out. */
bool inner_find(struct inner *inner, struct iri_str link);

void inner_free(struct inner *inner);

#endif
