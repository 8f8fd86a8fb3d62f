/* SPDX-License-Identifier: ISC */
/* What each scheme's own specification licenses. */
#ifndef IRI_SCHEME_H
#define IRI_SCHEME_H

#include "iri.h"
#include "str.h"

#include <string.h>

enum {
	SCHEME_DOMAIN = 1 << 0,    /* its host is a domain name (section 3.1, ireg-name) */
	SCHEME_BACKSLASH = 1 << 1, /* browsers take "\" for "/" before the query (2011 draft, section 7) */
	SCHEME_HTTP = 1 << 2,      /* http and https, whose query may be in another charset (2011 draft, 6.1) */
	SCHEME_ROOT = 1 << 3,      /* an empty path after an authority means "/" */
	SCHEME_LOCALHOST = 1 << 4, /* the host "localhost", an empty one, and no authority mean the same */
	SCHEME_NID = 1 << 5,       /* the path begins with a namespace identifier in any case, before a colon */
	SCHEME_MAILBOX = 1 << 6,   /* the path is mailboxes, whose domains may be in any case */
};

struct iri_scheme {
	const char *name;          /* in lower case */
	unsigned flags;            /* the bits above */
	const char *port;          /* the default, or NULL */
};

/* All that are known, and the places of the most frequent, which a test compares. */
extern const struct iri_scheme iri_schemes[];
enum { SCHEME_FILE_AT = 5, SCHEME_HTTP_AT = 8, SCHEME_HTTPS_AT = 9 };

/* The scheme of this name, in any case, or NULL if nothing is known about it. */
const struct iri_scheme *iri_scheme_search(struct iri_str name);

/* The same, with no search for the most frequent, and no branch for each: it can't be foreseen. ":" follows. */
static inline const struct iri_scheme *iri_scheme_find(struct iri_str name)
{
	if (name.n == 4 || name.n == 5) {
		const bool s = name.p[4] == 's';
		const bool http = !memcmp(name.p, "http", 4) & (s == (name.n == 5));
		const bool file = !memcmp(name.p, "file", 4) & (name.n == 4);
		if (http | file)
			return &iri_schemes[http ? SCHEME_HTTP_AT + s : SCHEME_FILE_AT];
	}
	return iri_scheme_search(name);
}

/* Whether two schemes are the same, in any case. */
bool iri_same_scheme(struct iri_str a, struct iri_str b);

/* Whether this is the default port of a scheme, which may be NULL. */
static inline bool iri_is_default_port(const struct iri_scheme *scheme, struct iri_str port)
{
	return scheme && scheme->port && iri_is(port, scheme->port);
}

/* Whether the scheme is known and has any of these flags. */
bool iri_scheme_has(struct iri_str name, unsigned flags);

#endif
