/* SPDX-License-Identifier: ISC */
/* The names of schemes are found in upper, lower and mixed case. */
#include "unit.h"

#include "lib/syntax/schemes.h"

void test_scheme(void)
{
	static const char *const domain[] = {
		"http", "HTTP", "hTTps", "ws", "wss", "ftp", "file", "gopher", "ldap", "telnet", "acap", "xmpp",
		"coap", "coaps", "ipp", "ipps", "rtsp", "rtsps",
	};
	static const char *const names[] = {
		"http", "https", "file", "acap", "acct", "data", "geo", "im", "javascript", "magnet", "mailto", "news",
		"pres", "sip", "sips",
		"sms", "tel", "urn", "vbscript", "xmpp",
	};
	static const char *const unknown[] = {
		"", "h", "htt", "httpx", "urm", "mailtos", "dat", "datum", "a", "zzz", "http+unix", "w", "te", "teln",
	};

	for (size_t i = 0; i < COUNT(domain); i++)
		CHECK(iri_scheme_has(str(domain[i]), SCHEME_DOMAIN), "%s", domain[i]);
	for (size_t i = 0; i < COUNT(names); i++)
		CHECK(!strcmp(iri_scheme_find(str(names[i]))->name, names[i]), "%s", names[i]);
	for (size_t i = 0; i < COUNT(unknown); i++)
		CHECK(!iri_scheme_find(str(unknown[i])), "%s", unknown[i]);
	done("scheme: names are found in any case, and other names are not found");
}
