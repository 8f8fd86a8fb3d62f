/* SPDX-License-Identifier: ISC */
#include "unit.h"

#include "lib/host/known.h"

static void check_skeleton(char *const *cells)
{
	struct iri_buf out = {0};

	iri_skeleton(exactly(cells[0], strlen(cells[0])), &out);
	CHECK(iri_is(iri_contents(&out), cells[1]), "%s: %.*s", cells[0], TEXT(iri_contents(&out)));
	iri_buf_free(&out);
}

/* Returns the known host that this one looks like, or NULL. */
static const char *look_alike(struct iri_known *k, const char *host)
{
	const char *known;

	CHECK(iri_known_look_alike(k, str(host), str(host), &known) == IRI_OK, "%s", host);
	return known;
}

/* Many hosts, of which each is found by its look-alikes, and not by itself or by hosts below it */
static void test_many(void)
{
	const unsigned hosts = 20000 / stride;
	struct iri_known k = {.n = 0};
	struct iri_error err;
	char host[64], other[64], below[80];
	size_t bad = 0;

	for (unsigned i = 0; i < hosts; i++) {
		snprintf(host, sizeof host, "name-%u.Example.com", i);
		bad += iri_known_add(&k, str(host), &err) != IRI_OK;
		bad += iri_known_add(&k, str(host), &err) != IRI_OK; /* twice */
	}
	CHECK(!bad && k.names.n == hosts, "%zu %u", bad, (unsigned)k.names.n);
	for (unsigned i = 0; i < hosts; i++) {
		snprintf(host, sizeof host, "name-%u.example.com", i);
		snprintf(below, sizeof below, "a.b.%s.", host);
		snprintf(other, sizeof other, "x.narne-%u.examp1e.com", i);
		const char *const found = look_alike(&k, other);
		/* Names with 0 and o, or 1 and l, would be the same; these have none of the letters. */
		bad += !found || strcmp(found, host) != 0;
		bad += look_alike(&k, host) != NULL;
		bad += look_alike(&k, below) != NULL;
	}
	CHECK(!bad, "%zu", bad);
	CHECK(!look_alike(&k, "") && !look_alike(&k, "."), "empty");
	CHECK(iri_known_add(&k, str(""), &err) == IRI_BAD_HOST && iri_known_add(&k, str("/x"), &err) == IRI_BAD_HOST,
	      "no host");
	iri_known_free(&k);
	done("known: many hosts");
}

void test_known(void)
{
	each_row("skeleton.tsv", check_skeleton);
	done("known: skeletons");
	test_many();
}
