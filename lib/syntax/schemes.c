/* SPDX-License-Identifier: ISC */
#include "schemes.h"

#include "pct.h"

#include <string.h>

/*
 * In alphabetical order. After a row: the specification of the scheme, and the sections that the row is taken from. A
 * row has a port only if the specification says that it is the default of the scheme; that of a service is not enough.
 */
const struct iri_scheme iri_schemes[] = {
	{"acap", SCHEME_DOMAIN, .port = "674"}, /* RFC 2244, 5 */
	{"acct", .flags = SCHEME_ACCOUNT}, /* RFC 7565, 6, 7 */
	{"coap", SCHEME_DOMAIN | SCHEME_ROOT, .port = "5683"}, /* RFC 7252, 6.1, 6.3 */
	{"coap+tcp", SCHEME_DOMAIN | SCHEME_ROOT, .port = "5683"}, /* RFC 8323, 8.1, 8.6 */
	{"coap+ws", SCHEME_DOMAIN | SCHEME_ROOT, .port = "80"}, /* RFC 8323, 8.3, 8.6 */
	{"coaps", SCHEME_DOMAIN | SCHEME_ROOT, .port = "5684"}, /* RFC 7252, 6.2, 6.3 */
	{"coaps+tcp", SCHEME_DOMAIN | SCHEME_ROOT, .port = "5684"}, /* RFC 8323, 8.2, 8.6 */
	{"coaps+ws", SCHEME_DOMAIN | SCHEME_ROOT, .port = "443"}, /* RFC 8323, 8.4, 8.6 */
	{"data", SCHEME_DATA | SCHEME_IN_TEXT | SCHEME_NO_HOST, .later = ","}, /* RFC 2397, 3: a media type */
	{"dict", SCHEME_DOMAIN, .port = "2628"}, /* RFC 2229, 5 */
	{"dns", .flags = SCHEME_DOMAIN}, /* RFC 4501, 3: names no port, and other protocols than DNS can serve */
	{"file", .flags = SCHEME_DOMAIN | SCHEME_BACKSLASH | SCHEME_LOCALHOST}, /* RFC 8089, 2, 3, appendix B */
	{"ftp", SCHEME_DOMAIN | SCHEME_BACKSLASH | SCHEME_ROOT, .port = "21"}, /* RFC 1738, 3.2 */
	{"geo", SCHEME_IN_TEXT, .first = "-0123456789", .later = ","}, /* RFC 5870, 3.3 */
	{"gopher", SCHEME_DOMAIN | SCHEME_ROOT, .port = "70"}, /* RFC 4266, 2.1 */
	{"http", SCHEME_DOMAIN | SCHEME_BACKSLASH | SCHEME_HTTP | SCHEME_ROOT, .port = "80"}, /* RFC 9110, 4.2 */
	{"https", SCHEME_DOMAIN | SCHEME_BACKSLASH | SCHEME_HTTP | SCHEME_ROOT, .port = "443"}, /* RFC 9110, 4.2 */
	{"icap", .port = "1344"}, /* RFC 3507, 4.2 */
	{"im", .flags = SCHEME_ADDRESS}, /* RFC 3860, appendix A */
	{"imap", SCHEME_DOMAIN, .port = "143"}, /* RFC 5092; RFC 2192, 2: the port */
	{"ipp", SCHEME_DOMAIN, .port = "631"}, /* RFC 3510, 4.2 */
	{"ipps", SCHEME_DOMAIN, .port = "631"}, /* RFC 7472, 4.2 */
	{"javascript", .flags = SCHEME_SCRIPT | SCHEME_NO_HOST}, /* HTML standard: javascript: URLs; all is a script */
	{"ldap", SCHEME_DOMAIN, .port = "389"}, /* RFC 4516, 2 */
	{"magnet", SCHEME_IN_TEXT, .first = "?"},
	{"mailto", .flags = SCHEME_MAILBOX | SCHEME_IN_TEXT}, /* RFC 6068; RFC 3986, 6.2.3 */
	{"mtqp", .port = "1038"}, /* RFC 3887 */
	{"news", SCHEME_IN_TEXT, .later = ".@*"}, /* RFC 5538, 2.2: few groups have names without a dot */
	{"nfs", SCHEME_DOMAIN, .port = "2049"}, /* RFC 2224, 1 */
	{"nntp", SCHEME_DOMAIN, .port = "119"}, /* RFC 5538, 3; RFC 1738, 3.7: the port */
	{"pop", SCHEME_DOMAIN, .port = "110"}, /* RFC 2384, 3 */
	{"pres", .flags = SCHEME_ADDRESS}, /* RFC 3859, appendix A */
	{"prospero", .port = "1525"}, /* RFC 4157, 2 */
	{"rsync", SCHEME_DOMAIN, .port = "873"}, /* RFC 5781, 2 */
	{"rtsp", SCHEME_DOMAIN, .port = "554"}, /* RFC 7826, 4.2 */
	{"rtsps", SCHEME_DOMAIN, .port = "322"}, /* RFC 7826, 4.2 */
	{"rtspu", .port = "554"}, /* RFC 2326, 3.2 */
	{"sip", .flags = SCHEME_ADDRESS | SCHEME_IN_TEXT}, /* RFC 3261, 19.1.1 */
	{"sips", .flags = SCHEME_ADDRESS | SCHEME_IN_TEXT}, /* RFC 3261, 19.1.1 */
	{"sms", SCHEME_IN_TEXT, .first = "+0123456789"}, /* RFC 5724, 2.2 */
	{"snews", .port = "563"}, /* RFC 5538, 8.1 */
	{"snmp", SCHEME_DOMAIN, .port = "161"}, /* RFC 4088, 3 */
	{"tel", SCHEME_PHONE | SCHEME_IN_TEXT, .first = "+0123456789(*"}, /* RFC 3966, 3 */
	{"telnet", SCHEME_DOMAIN | SCHEME_ROOT, .port = "23"}, /* RFC 4248, 2 */
	{"tftp", .flags = SCHEME_DOMAIN}, /* RFC 3617, 2: its syntax has no port */
	{"tip", .port = "3372"}, /* RFC 2371 */
	{"tn3270", .port = "23"}, /* RFC 6270, 2.2 */
	{"urn", SCHEME_NID | SCHEME_IN_TEXT, .later = ":"}, /* RFC 8141, 2, 3.1 */
	{"vbscript", .flags = SCHEME_SCRIPT | SCHEME_NO_HOST},
	{"vemmi", .port = "575"}, /* RFC 2122 */
	{"vnc", SCHEME_DOMAIN, .port = "5900"}, /* RFC 7869, 2.2 */
	{"wais", SCHEME_DOMAIN, .port = "210"}, /* RFC 4156, 2 */
	{"ws", SCHEME_DOMAIN | SCHEME_BACKSLASH | SCHEME_ROOT, .port = "80"}, /* RFC 6455, 3 */
	{"wss", SCHEME_DOMAIN | SCHEME_BACKSLASH | SCHEME_ROOT, .port = "443"}, /* RFC 6455, 3 */
	{"xmpp", .flags = SCHEME_DOMAIN | SCHEME_ADDRESS | SCHEME_IN_TEXT}, /* RFC 5122, 2.2 */
	{"z39.50r", .port = "210"}, /* RFC 2056 */
	{"z39.50s", .port = "210"}, /* RFC 2056 */
};

const size_t iri_n_schemes = sizeof iri_schemes / sizeof *iri_schemes;

/* Returns a character of a scheme in lower case. Of these characters only letters change. */
static int lower(char c)
{
	return c | 0x20;
}

/* Compares a name, in any case, with that of a row of the table, as strcmp(3) does. */
static int scheme_compare(struct iri_str name, const char *row)
{
	for (size_t i = 0; i < name.n; i++) {
		int c = lower(name.p[i]) - row[i];
		if (c)
			return c; /* also where row ends first */
	}
	return row[name.n] ? -1 : 0;
}

const struct iri_scheme *iri_scheme_search(struct iri_str name)
{
	size_t lo = 0, hi = iri_n_schemes;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int c = scheme_compare(name, iri_schemes[mid].name);
		if (!c)
			return &iri_schemes[mid];
		if (c < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return NULL;
}

bool iri_scheme_has(struct iri_str name, unsigned flags)
{
	const struct iri_scheme *s = name.n ? iri_scheme_find(name) : NULL;

	return s && (s->flags & flags);
}

bool iri_is_this_machine(struct iri_str host)
{
	const char *p = iri_present(host).p, *want = "localhost";
	size_t len;

	for (const char *const end = p + host.n; p < end; p += len, want++)
		if ((iri_octet_at(p, end, &len) | 0x20) != (unsigned char)*want)
			return false;
	return !host.n || !*want;
}
