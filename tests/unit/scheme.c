/* SPDX-License-Identifier: ISC */
/* lib/scheme.c: the table of schemes */
#include "unit.h"

#include "../../lib/scheme.h"

#include <string.h>

void test_scheme(void)
{
	static const char *const domain[] = {"http", "HTTP", "hTTps", "ws", "wss", "ftp", "file", "gopher", "ldap",
	                                     "telnet", "acap", "xmpp", "coap", "coaps", "ipp", "ipps", "rtsp", "rtsps"};
	static const char *const none[] = {"", "h", "htt", "httpx", "urm", "mailtos", "data", "a", "zzz", "http+unix", "w"};

	for (size_t i = 0; i < sizeof domain / sizeof *domain; i++)
		CHECK(iri_scheme_has((struct iri_str){domain[i], strlen(domain[i])}, SCHEME_DOMAIN), "%s", domain[i]);
	CHECK(!strcmp(iri_scheme_find((struct iri_str){"http", 4})->name, "http"), "?");
	CHECK(!strcmp(iri_scheme_find((struct iri_str){"https", 5})->name, "https"), "?");
	CHECK(!strcmp(iri_scheme_find((struct iri_str){"file", 4})->name, "file"), "?");
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		CHECK(!iri_scheme_find((struct iri_str){none[i], strlen(none[i])}), "%s", none[i]);
	done("scheme: found in any case, and nothing else is");
}
