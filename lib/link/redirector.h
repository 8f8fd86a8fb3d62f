/* SPDX-License-Identifier: ISC */
/*
 * Links of redirectors and shorteners, and the targets that they carry. Mail filters protect links by them, and search
 * engines and other sites count clicks. The table is redirectors.def.
 */
#ifndef IRI_REDIRECTOR_H
#define IRI_REDIRECTOR_H

#include "lib/base/buf.h"

/* How the link of a redirector has its target */
enum iri_redirector_kind {
	REDIRECTOR_PERCENT,    /* percent-encoded */
	REDIRECTOR_ESCAPED,    /* the same, but "&" is "&amp;" (Proofpoint, version 1) */
	REDIRECTOR_DASHES,     /* the same, but "-" is "%", and "_" is "/" (version 2) */
	REDIRECTOR_STARS,      /* each "*" is a character of the base64 that follows (version 3) */
	REDIRECTOR_AMP,        /* without scheme and "://", which are "s/" for https, else nothing */
	REDIRECTOR_A1,         /* "a1", and the target in base64url */
	REDIRECTOR_BASE64,     /* in base64, with its padding percent-encoded or not */
	REDIRECTOR_AFTER,      /* percent-encoded, behind the next "/" of the path */
	REDIRECTOR_SEGMENT,    /* percent-encoded, up to the next "/" of the path */
	REDIRECTOR_BARS,       /* as it is, up to the next "___" */
	REDIRECTOR_LABEL,      /* the first label is its host: "-" is ".", and "--" is "-"; the rest is as it is */
	REDIRECTOR_HOST,       /* only the host of the target */
	REDIRECTOR_NONE        /* not at all: only the redirector knows it */
};

struct iri_redirector {
	const char *name;       /* of the redirector, for messages */
	const char *hosts, *paths, *parameters;
	enum iri_redirector_kind kind;
};

/*
 * Returns the row of the table for this link, or NULL if no redirector made it. Sets *place to the part of the link
 * that has the target: the value of a parameter, or the path; absent for REDIRECTOR_NONE.
 */
const struct iri_redirector *iri_redirector_find(const struct iri_ref *ref, struct iri_str *place);

/*
 * Appends the target to out; for REDIRECTOR_HOST, "//" and a host. Percent-encodes in it what no IRI can have, as
 * browsers do, and hidden characters. Returns false if the place has none. Linear in the length of the link.
 */
bool iri_redirector_decode(const struct iri_redirector *w, const struct iri_ref *ref, struct iri_str place,
                           struct iri_buf *out);

#endif
