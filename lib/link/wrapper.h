/* SPDX-License-Identifier: ISC */
/*
 * Wrappers: links of redirectors. Mail filters protect links by them, and search engines and other sites count clicks.
 * The table is wrappers.def.
 */
#ifndef IRI_WRAPPER_H
#define IRI_WRAPPER_H

#include "lib/base/buf.h"

/* How a wrapper has its target */
enum iri_wrapper_kind {
	WRAPPER_PERCENT,    /* percent-encoded */
	WRAPPER_ESCAPED,    /* the same, but "&" is "&amp;" (Proofpoint, version 1) */
	WRAPPER_DASHES,     /* the same, but "-" is "%", and "_" is "/" (version 2) */
	WRAPPER_STARS,      /* each "*" is a character of the base64 that follows (version 3) */
	WRAPPER_AMP,        /* without scheme and "://", which are "s/" for https, else nothing */
	WRAPPER_A1,         /* "a1", and the target in base64url */
	WRAPPER_BASE64,     /* in base64, with its padding percent-encoded or not */
	WRAPPER_AFTER,      /* percent-encoded, behind the next "/" of the path */
	WRAPPER_SEGMENT,    /* percent-encoded, up to the next "/" of the path */
	WRAPPER_BARS,       /* as it is, up to the next "___" */
	WRAPPER_HOST,       /* only the host of the target */
	WRAPPER_NONE        /* not at all: only the redirector knows it */
};

struct iri_wrapper {
	const char *name;       /* of the redirector, for messages */
	const char *hosts, *paths, *parameters;
	enum iri_wrapper_kind kind;
};

/*
 * Returns the row of the table for this link, or NULL if it is no wrapper. Sets *place to the part of the link that has
 * the target: the value of a parameter, or the path; absent for WRAPPER_NONE.
 */
const struct iri_wrapper *iri_wrapper_find(const struct iri_ref *ref, struct iri_str *place);

/*
 * Appends the target to out; for WRAPPER_HOST, "//" and a host. Percent-encodes in it what no IRI can have, as browsers
 * do, and hidden characters. Returns false if the place has none. Linear in the length of the link.
 */
bool iri_wrapper_decode(const struct iri_wrapper *w, const struct iri_ref *ref, struct iri_str place,
                        struct iri_buf *out);

#endif
