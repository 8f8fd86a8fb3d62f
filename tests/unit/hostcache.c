/* SPDX-License-Identifier: ISC */
/* The cache gives the same results as a mapping without it, also for more hosts than it has room for. */
#include "unit.h"

#include "lib/host/host.h"

/* Stores host number i with a result of n bytes. A record of the cache has 12 bytes more: two lengths, and the host. */
static void store(struct iri_hosts *hosts, unsigned i, size_t n)
{
	static const char result[4096];
	char name[16];

	snprintf(name, sizeof name, "%08u", i);
	iri_hosts_store(hosts, str(name), (struct iri_str){result, n});
}

static bool has(const struct iri_hosts *hosts, unsigned i)
{
	struct iri_str result;
	char name[16];

	snprintf(name, sizeof name, "%08u", i);
	return iri_hosts_find(hosts, str(name), &result);
}

/*
 * Fills the cache with large records, then with small ones of 16 bytes, until it is emptied: with each number of bytes
 * from 0 to 15 that are left at its end. A sanitizer or valgrind reports what is written behind the end.
 */
static void check_full(void)
{
	struct iri_hosts *hosts = iri_hosts_new();
	unsigned room = 0; /* for this many large records */

	for (store(hosts, 0, 4096); has(hosts, 0); store(hosts, room, 4096))
		room++;
	CHECK(room > 100, "%u", room);
	for (unsigned less = 0; less < 16; less++) {
		unsigned i = 0;
		iri_hosts_free(hosts);
		hosts = iri_hosts_new();
		for (; i < room; i++)
			store(hosts, i, i ? 4096 : 4096 - less);
		CHECK(has(hosts, 0), "%u", less);
		for (; has(hosts, 0); i++)
			store(hosts, i, 4);
		CHECK(!has(hosts, room) && has(hosts, i - 1), "%u", less);
	}
	iri_hosts_free(hosts);
	done("hostcache: a full cache is emptied");
}

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
		CHECK(iri_host_add_ascii(hosts, str(name), &scratch, &cached, &err) == IRI_OK, "%s", name);
		if (i % 7 == 0) {
			CHECK(iri_host_add_ascii(NULL, str(name), &scratch, &fresh, &err) == IRI_OK, "%s", name);
			CHECK(iri_same(iri_contents(&cached), iri_contents(&fresh)), "%s", name);
		}
	}
	iri_hosts_free(hosts);
	iri_buf_free(&scratch);
	iri_buf_free(&cached);
	iri_buf_free(&fresh);
	done("hostcache: cached results are those of libidn2");
	check_full();
}
