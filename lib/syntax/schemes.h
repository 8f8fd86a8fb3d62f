/* SPDX-License-Identifier: ISC */
/*
 * Table of schemes: what their specifications and the 2011 draft say about hosts, ports, paths and queries, and what
 * links in running text begin with.
 */
#ifndef IRI_SCHEMES_H
#define IRI_SCHEMES_H

#include "lib/base/str.h"
#include "lib/iri.h"
#include "lib/unicode/chars.h"

#include <string.h>

enum {
	SCHEME_DOMAIN = 1 << 0,    /* its host is a domain name (section 3.1, ireg-name) */
	SCHEME_BACKSLASH = 1 << 1, /* browsers take "\" for "/" before the query (2011 draft, section 7) */
	SCHEME_HTTP = 1 << 2,      /* http and https, whose query may be in another charset (2011 draft, 6.1) */
	SCHEME_ROOT = 1 << 3,      /* an empty path after an authority means "/" */
	SCHEME_LOCALHOST = 1 << 4, /* the host "localhost", an empty host and an absent authority mean the same */
	SCHEME_NID = 1 << 5,       /* the path begins with a case-insensitive namespace identifier and a colon */
	SCHEME_MAILBOX = 1 << 6,   /* the path is a list of mailboxes, whose domains are domain names */
	SCHEME_PHONE = 1 << 7,     /* the path is a telephone number */
	SCHEME_DATA = 1 << 8,      /* the path is a media type, a comma, and data */
	SCHEME_SCRIPT = 1 << 9,    /* the path is a script, which a browser runs */
	SCHEME_IN_TEXT = 1 << 10,  /* its links in running text have no authority; see struct iri_scheme */
	SCHEME_NO_HOST = 1 << 11,  /* what comes after "//" is no host that the DNS could know */
	SCHEME_ADDRESS = 1 << 12,  /* the path is the address of a person or service: user@domain */
	SCHEME_ACCOUNT = 1 << 13,  /* the path is user@host, with A-labels in a URI, as for SCHEME_DOMAIN */
};

/*
 * With SCHEME_LOCALHOST: whether a host is the local one: absent, empty or, in any case, "localhost" (RFC 8089, section
 * 2). Percent-encoded octets in the host are not decoded.
 */
static inline bool iri_is_local_host(struct iri_str host)
{
	return !host.n || iri_is_caseless(host, "localhost");
}

/* The same for a host that may be percent-encoded. */
bool iri_is_this_machine(struct iri_str host);

/* Whether browsers know that a scheme with these flags needs a host: http, https, ws, wss and ftp. */
static inline bool iri_scheme_needs_host(unsigned flags)
{
	return flags & SCHEME_BACKSLASH && !(flags & SCHEME_LOCALHOST);
}

/* Whether c is "/" or, with `backslash`, "\", which browsers take for it if the scheme has SCHEME_BACKSLASH. */
static inline bool iri_is_slash(char c, bool backslash)
{
	return c == '/' || (c == '\\' && backslash);
}

/* Returns the end of the authority at p, in a text that need not be valid. backslash: see iri_is_slash */
static inline const char *iri_authority_end(const char *p, const char *end, bool backslash)
{
	while (p < end && !iri_is_slash(*p, backslash) && *p != '?' && *p != '#')
		p++;
	return p;
}

/* Returns the scheme at the start of a text that need not be valid, with a ":" after it; absent if there is none. */
static inline struct iri_str iri_scheme_at_start(struct iri_str s)
{
	size_t n = 0;

	while (n < s.n && iri_byte_class(s.p[n]) & CHAR_SCHEME)
		n++;
	const bool valid = n && n < s.n && s.p[n] == ':' && iri_byte_class(*s.p) & CHAR_ALPHA;
	return valid ? (struct iri_str){s.p, n} : (struct iri_str){NULL, 0};
}

struct iri_scheme {
	const char *name;          /* in lower case */
	unsigned flags;            /* a sum of SCHEME_... */
	const char *port;          /* the default port, or NULL */
	/*
	 * With SCHEME_IN_TEXT: without this text after it, the name is an ordinary word with a colon. SCHEME_MAILBOX
	 * and SCHEME_DATA have further tests, in linkify.c.
	 */
	const char *first;         /* the first character is one of these; NULL: any that can be part of a link */
	const char *later;         /* there is one of these characters; NULL: any */
};

/* The table, sorted by name, and the indices of the most frequent schemes in it. A test compares the two. */
extern const struct iri_scheme iri_schemes[];
extern const size_t iri_n_schemes;
enum { SCHEME_FILE_AT = 11, SCHEME_HTTP_AT = 15, SCHEME_HTTPS_AT = 16 };

/*
 * Returns the row for the scheme of this name, in any case, or NULL if the table does not have it. Uses a binary
 * search.
 */
const struct iri_scheme *iri_scheme_search(struct iri_str name);

/*
 * Returns the same as iri_scheme_search, but finds the most frequent schemes, in lower case, without a search, and
 * without a branch for each, which the processor could not predict. A ":" must follow the name in memory.
 */
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

/*
 * Whether the name of a scheme with SCHEME_IN_TEXT, in any case, can end with the two bytes before p. It is for speed,
 * and also true for some other names. A test compares it with the table.
 */
static inline bool iri_ends_like_scheme_in_text(const char *p)
{
#define PAIR(a, b) ((a) << 8 | (b))
	switch (PAIR((unsigned char)p[-2] | 0x20, (unsigned char)p[-1] | 0x20)) {
	case PAIR('t', 'a'): /* data */
	case PAIR('e', 'o'): /* geo */
	case PAIR('e', 't'): /* magnet */
	case PAIR('t', 'o'): /* mailto */
	case PAIR('w', 's'): /* news */
	case PAIR('i', 'p'): /* sip */
	case PAIR('p', 's'): /* sips */
	case PAIR('m', 's'): /* sms */
	case PAIR('e', 'l'): /* tel */
	case PAIR('r', 'n'): /* urn */
	case PAIR('p', 'p'): /* xmpp */ return true;
	default: return false;
	}
#undef PAIR
}

/* Whether port, which is present, is the default port of scheme. False if scheme is NULL. */
static inline bool iri_is_default_port(const struct iri_scheme *scheme, struct iri_str port)
{
	return scheme && scheme->port && iri_is(port, scheme->port);
}

/* Whether the table has a scheme of this name, in any case, with one or more of these flags. name may be absent. */
bool iri_scheme_has(struct iri_str name, unsigned flags);

#endif
