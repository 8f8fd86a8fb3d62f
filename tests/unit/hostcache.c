/* SPDX-License-Identifier: ISC */
/* The cache gives the same results as a mapping without it, also for more hosts than it has room for. */
#include "unit.h"

#include "../../lib/host.h"

void test_hostcache(void)
{
	struct iri_hosts *const hosts = iri_hosts_new();
	struct iri_buf scratch = {0}, cached = {0}, fresh = {0};
	struct iri_error err;
	char name[256];

	for (unsigned i = 0; i < 60000 / stride; i++) {
		/* With 30 hosts, each is looked up again soon; with 20,000, late. */
		const unsigned which = i % 3 ? i % 30 : rng() % 20000;
		snprintf(name, sizeof name, "\xC3\xA9%0*u.%060u.%060u.example", which % 50 + 1, which, which,
		         which);
		cached.n = fresh.n = 0;
		CHECK(iri_host_to_ascii(hosts, str(name), &scratch, &cached, &err) == IRI_OK, "%s", name);
		if (i % 7 == 0) {
			CHECK(iri_host_to_ascii(NULL, str(name), &scratch, &fresh, &err) == IRI_OK, "%s", name);
			CHECK(iri_same(iri_contents(&cached), iri_contents(&fresh)), "%s", name);
		}
	}
	iri_hosts_free(hosts);
	iri_buf_free(&scratch);
	iri_buf_free(&cached);
	iri_buf_free(&fresh);
	done("hostcache: cached results are those of libidn2");
}
