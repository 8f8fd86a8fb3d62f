/* SPDX-License-Identifier: ISC */
/* lib/hostcache.c: the cache of hosts */
#include "unit.h"

#include <string.h>

void test_hostcache(void)
{
	/* The answer is the same whether remembered or not, also when there are more than there is room for. */
	struct iri_hosts *hosts = iri_hosts_new();
	struct iri_buf scratch = {0}, a = {0}, b = {0};
	struct iri_error err;
	char name[256];

	for (unsigned i = 0; i < 60000; i++) {
		/* Hosts come back, soon or late. */
		const unsigned which = i % 3 ? i % 30 : rng() % 20000;
		int n = snprintf(name, sizeof name, "\xC3\xA9%0*u.%060u.%060u.example", which % 50 + 1, which, which, which);
		struct iri_str s = {name, (size_t)n};
		a.n = b.n = 0;
		CHECK(iri_host_to_ascii(hosts, s, &scratch, &a, &err) == IRI_OK, "%s", name);
		if (i % 7 == 0) {
			CHECK(iri_host_to_ascii(NULL, s, &scratch, &b, &err) == IRI_OK, "%s", name);
			CHECK(a.n == b.n && !memcmp(a.p, b.p, a.n), "%s", name);
		}
	}
	iri_hosts_free(hosts);
	iri_buf_free(&scratch);
	iri_buf_free(&a);
	iri_buf_free(&b);
	done("host: what is remembered is what libidn2 says");
}
