/* SPDX-License-Identifier: ISC */
#include "scheme.h"

/* clang-format off: tables */

#include <string.h>

/* In alphabetical order. */
static const struct iri_scheme schemes[] = {
	{"acap", SCHEME_DOMAIN},                                     /* RFC 2244 */
	{"coap", SCHEME_DOMAIN},                                     /* RFC 7252, section 6.1 */
	{"coaps", SCHEME_DOMAIN},                                    /* RFC 7252, section 6.2 */
	{"dict", SCHEME_DOMAIN},                                     /* RFC 2229, section 5 */
	{"dns", SCHEME_DOMAIN},                                      /* RFC 4501 */
	{"file", SCHEME_DOMAIN | SCHEME_BACKSLASH},                  /* RFC 8089, section 2 */
	{"ftp", SCHEME_DOMAIN | SCHEME_BACKSLASH},                   /* RFC 1738, section 3.2 */
	{"gopher", SCHEME_DOMAIN},                                   /* RFC 4266 */
	{"http", SCHEME_DOMAIN | SCHEME_BACKSLASH | SCHEME_HTTP},    /* RFC 9110, section 4.2.1 */
	{"https", SCHEME_DOMAIN | SCHEME_BACKSLASH | SCHEME_HTTP},   /* RFC 9110, section 4.2.2 */
	{"imap", SCHEME_DOMAIN},                                     /* RFC 5092 */
	{"ipp", SCHEME_DOMAIN},                                      /* RFC 3510 */
	{"ipps", SCHEME_DOMAIN},                                     /* RFC 7472 */
	{"ldap", SCHEME_DOMAIN},                                     /* RFC 4516 */
	{"nfs", SCHEME_DOMAIN},                                      /* RFC 2224 */
	{"nntp", SCHEME_DOMAIN},                                     /* RFC 5538 */
	{"pop", SCHEME_DOMAIN},                                      /* RFC 2384 */
	{"rsync", SCHEME_DOMAIN},                                    /* RFC 5781 */
	{"rtsp", SCHEME_DOMAIN},                                     /* RFC 7826 */
	{"rtsps", SCHEME_DOMAIN},                                    /* RFC 7826 */
	{"snmp", SCHEME_DOMAIN},                                     /* RFC 4088 */
	{"telnet", SCHEME_DOMAIN},                                   /* RFC 4248 */
	{"tftp", SCHEME_DOMAIN},                                     /* RFC 3617 */
	{"vnc", SCHEME_DOMAIN},                                      /* RFC 7869 */
	{"wais", SCHEME_DOMAIN},                                     /* RFC 4156 */
	{"ws", SCHEME_DOMAIN | SCHEME_BACKSLASH},                    /* RFC 6455, section 3 */
	{"wss", SCHEME_DOMAIN | SCHEME_BACKSLASH},                   /* RFC 6455, section 3 */
	{"xmpp", SCHEME_DOMAIN},                                     /* RFC 5122 */
};

/* Orders a name as found, in any case, against one of the table. */
static int compare(struct iri_str name, const char *lower)
{
	for (size_t i = 0; i < name.n; i++) {
		/* A scheme is ASCII, and of its characters only letters change under | 0x20. */
		int c = (name.p[i] | 0x20) - lower[i];
		if (c)
			return c; /* also where lower ends first */
	}
	return lower[name.n] ? -1 : 0;
}

const struct iri_scheme *iri_scheme_find(struct iri_str name)
{
	size_t lo = 0, hi = sizeof schemes / sizeof *schemes;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int c = compare(name, schemes[mid].name);
		if (!c)
			return &schemes[mid];
		if (c < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return NULL;
}

bool iri_scheme_has(struct iri_str name, unsigned licence)
{
	const struct iri_scheme *s = name.n ? iri_scheme_find(name) : NULL;

	return s && (s->licence & licence);
}
