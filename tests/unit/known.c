/* SPDX-License-Identifier: ISC */
#include "unit.h"

#include "lib/host/known.h"

/* UTS #39, section 4, with the lines of confusables.txt; marks are left out, and capitals are in lower case. */
static void test_skeletons(void)
{
	static const struct {
		const char *text, *skeleton;
	} rows[] = {
		{"", ""},
		{"example", "exarnple"},                     /* 006D: 0072 006E */
		{"0123456789", "ol23456789"},                /* 0030: 004F; 0031: 006C */
		{"PAYPAI", "paypal"},                        /* 0049: 006C */
		{"M\xE1\x8E\xB7", "rnrn"},                   /* 13B7: 004D */
		{"\xD0\xB0\xD1\x80\xD1\x80\xD3\x8F\xD0\xB5", "apple"}, /* 0430 0440 0440 04CF 0435 */
		{"googl\xC3\xA9", "google"},                 /* NFD: e, U+0301 */
		{"g\xE3\x80\x87\xE3\x80\x87gle", "google"},  /* 3007: 004F */
		{"\xC3\xA6", "ae"},                          /* 00E6: 0061 0065 */
		{"a\xC2\xAD\xE2\x80\x8D" "b", "ab"},         /* default ignorables */
		{"\xD9\xA0", "."},                           /* 0660: 002E */
		{"\xE0\xA5\x87", ""},                        /* 0947 is a nonspacing mark */
		{"\xE0\xA4\x90", "\xE0\xA4\x8F"},            /* 0910: 090F and a mark */
		{"a\xFF.", "a\xFF."},                        /* no UTF-8 */
		{"\xE4\xB8\xAD", "\xE4\xB8\xAD"},            /* 4E2D is not in confusables.txt */
	};
	struct iri_buf out = {0};

	for (size_t i = 0; i < COUNT(rows); i++) {
		out.n = 0;
		iri_skeleton(exactly(rows[i].text, strlen(rows[i].text)), &out);
		CHECK(iri_same(iri_contents(&out), str(rows[i].skeleton)), "%s: %.*s", rows[i].text,
		      TEXT(iri_contents(&out)));
	}
	iri_buf_free(&out);
	done("known: skeletons");
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
	test_skeletons();
	test_many();
}
