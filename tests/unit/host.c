/* SPDX-License-Identifier: ISC */
/* Every host that ToASCII accepts is mapped to a valid domain name, in every operation. */
#include "unit.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/unicode/utf8.h"

/* Each character from U+0080 to U+D7FF after a digit, where right-to-left characters break the bidi rule. */
static void check_characters(void)
{
	char host[16] = "http://1";
	bool changed;
	unsigned mapped = 0;

	for (uint32_t ch = 0x80; ch < 0xD800; ch += stride) {
		const size_t n = 8 + iri_utf8_encode(ch, host + 8);
		laws_of_mapping(0, (struct iri_str){host, n}, &changed);
		mapped += changed;
	}
	CHECK(mapped > 40000 / stride, "%u", mapped);
}

/*
 * ToASCII of what ToUnicode makes is the A-label again, for each character that a U-label can have.
 * iri_host_add_unicode relies on it.
 */
static void check_return(void)
{
	struct iri_buf scratch = {0}, ascii = {0}, unicode = {0}, again = {0};
	unsigned decoded = 0;
	struct iri_error err;
	char name[8] = "a";

	for (uint32_t ch = 0x80; ch < 0x20000; ch += stride) {
		const struct iri_str label = {name, 1 + iri_utf8_encode(ch, name + 1)};
		ascii.n = unicode.n = again.n = 0;
		if (iri_host_add_ascii(NULL, label, &scratch, &ascii, &err) != IRI_OK)
			continue;
		iri_host_add_unicode(NULL, NULL, iri_contents(&ascii), 0, &scratch, &unicode);
		if (iri_same(iri_contents(&ascii), iri_contents(&unicode)))
			continue;
		decoded++;
		CHECK(iri_host_add_ascii(NULL, iri_contents(&unicode), &scratch, &again, &err) == IRI_OK &&
		      iri_same(iri_contents(&ascii), iri_contents(&again)), "U+%04X", (unsigned)ch);
	}
	CHECK(decoded > 30000 / stride, "%u", decoded);
	iri_buf_free(&scratch);
	iri_buf_free(&ascii);
	iri_buf_free(&unicode);
	iri_buf_free(&again);
}

static void check_names(void)
{
	/* Characters that are mapped, ignored, disallowed, or right-to-left */
	static const char *const pieces[] = {
		"a", "B", "2", "-", ".", ".", ".", "\xE3\x80\x82", "\xC3\xA9", "\xC3\x9F", "\xE1\xBA\x9E", "=",
		"%3C", "\xEF\xBC\x9E", "\xE2\x89\xA0", "\xE2\x89\xAF", "\xCC\xB8", "\xCC\xA7", "\xC2\xAD",
		"\xE2\x80\x8B", "\xD7\x90", "\xD7\x91", "\xD8\xA7", "\xD9\xA0", "\xDB\xB0", "%D7%90",
		"%E1%BA%9E", "xn--4db", "xn--1ch", "xn--9ca", "\xE2\x80\x8D", "\xC2\xB7", "!", "\xE2\x91\xA0",
		"ab--", "_", "%2F", "\xD1\x80", "examp1e.com", "example.com", "0x7f", "\xE3\x82\xA2",
	};
	char name[256];
	bool changed;
	long mapped = 0;

	for (int round = 0; round < rounds / 5 * 3; round++) {
		size_t n = put(name, rng() % 4 ? "http://" : "acct:a@");
		for (unsigned k = 1 + rng() % 6; k--;)
			n += put(name + n, ANY_OF(pieces));
		const struct iri_str s = exactly(name, n);
		laws_of_mapping(0, s, &changed);
		mapped += changed;
		laws_of_unmapping((unsigned)round % WAYS_TO_IRI, s, &changed);
		if (round % 4 == 0)
			laws_of_normal_forms(s);
		if (round % 4 == 1)
			laws_of_linting(s);
	}
	CHECK(mapped > rounds / 40, "only %ld", mapped);
}

/* For iri_host_options: counts labels, and keeps the reason of the last. */
static void count_refused(void *arg, struct iri_str label, const struct iri_refusal *r)
{
	unsigned *const found = arg;

	CHECK(label.n > 4 && !memcmp(label.p, "xn--", 4), "an A-label");
	found[0]++;
	found[1] = r->why;
}

/* Hosts for programs: what they become, and the place of an error */
static void check_converter(void)
{
	static const struct {
		const char *host;
		enum iri_status status;
		const char *ascii, *unicode; /* or, after an error, the name */
		unsigned refused;            /* number of labels */
		size_t off, len;             /* of the error */
	} rows[] = {
		{"B\xC3\xBC" "cher.Example", IRI_OK, "xn--bcher-kva.example", "b\xC3\xBC" "cher.example", 0, 0, 0},
		{"xn--bcher-kva.a_b", IRI_OK, "xn--bcher-kva.a_b", "xn--bcher-kva.a_b", 1, 0, 0}, /* "_" */
		{"%62%C3%BC", IRI_OK, "xn--b-eha", "b\xC3\xBC", 0, 0, 0},
		{"[2001:DB8::A]", IRI_OK, "[2001:db8::a]", "[2001:db8::a]", 0, 0, 0},
		{"192.0.2.1", IRI_OK, "192.0.2.1", "192.0.2.1", 0, 0, 0},
		{"A%2fb_c", IRI_OK, "a%2fb_c", "a%2fb_c", 0, 0, 0},
		/* U+0430 U+0440 U+0440 U+04CF U+0435, which looks like "apple" (uri2iri(1), rule 8) */
		{"xn--80ak6aa92e.com", IRI_OK, "xn--80ak6aa92e.com", "xn--80ak6aa92e.com", 1, 0, 0},
		{"xn--a.com", IRI_OK, "xn--a.com", "xn--a.com", 1, 0, 0},
		{"a.\xE2\x98\x83.Com", IRI_BAD_HOST, "a.\xE2\x98\x83.com", NULL, 0, 2, 3}, /* U+2603 */
		{"%61.%E2%98%83", IRI_BAD_HOST, "a.%E2%98%83", NULL, 0, 0, 13},
	};
	unsigned refused[2];
	const struct iri_host_options options = {.refused = count_refused, .arg = refused};
	struct iri_host_converter *const c = iri_host_converter_new(&options);
	struct iri_error err;
	struct iri_str found;
	char ascii[64];

	for (size_t i = 0; c && i < sizeof rows / sizeof *rows; i++) {
		const enum iri_status status = iri_host_to_ascii(c, iri_str_of(rows[i].host), &found, &err);
		iri_str_copy(found, ascii, sizeof ascii);
		CHECK(status == rows[i].status && !strcmp(ascii, rows[i].ascii), "%s: %s", rows[i].host, ascii);
		if (status != IRI_OK) {
			CHECK(err.off == rows[i].off && err.len == rows[i].len, "%s: %zu %zu", ascii, err.off, err.len);
			continue;
		}
		refused[0] = 0;
		CHECK(iri_host_to_unicode(c, iri_str_of(ascii), &found, NULL) == IRI_OK, "%s", ascii);
		CHECK(iri_is(found, rows[i].unicode), "%s: %.*s", ascii, (int)found.n, found.p);
		CHECK(refused[0] == rows[i].refused, "%s: %u", ascii, refused[0]);
	}
	iri_host_converter_free(c);
	iri_host_converter_free(NULL);
}

/* The option strict: ASCII names are domain names, too (STD 3; RFC 1035, section 2.3.4; RFC 5891, section 5.4). */
static void check_strict(void)
{
#define LABEL_63 "a23456789012345678901234567890123456789012345678901234567890123"
	static const struct {
		const char *host, *ascii; /* NULL: not a domain name */
	} rows[] = {
		{"A.Example.", "a.example."}, {"%41", "a"}, {"xn--bcher-kva", "xn--bcher-kva"},
		{"B\xC3\xBC" "cher.example", "xn--bcher-kva.example"}, {LABEL_63, LABEL_63},
		{"[2001:DB8::A]", "[2001:db8::a]"}, {"192.0.2.1", "192.0.2.1"},
		{"a_b", NULL}, {"-a", NULL}, {"a-", NULL}, {"ab--c", NULL}, {"a..b", NULL}, {"", NULL}, {"%2F", NULL},
		{"xn--a", NULL}, {LABEL_63 "4", NULL}, {"192.0.2.256", NULL}, {"1.2", NULL},
		{LABEL_63 "." LABEL_63 "." LABEL_63 "." LABEL_63, NULL},
	};
	struct iri_host_converter *const c = iri_host_converter_new(&(struct iri_host_options){.strict = true});
	struct iri_str found;

	for (size_t i = 0; c && i < sizeof rows / sizeof *rows; i++) {
		const enum iri_status status = iri_host_to_ascii(c, iri_str_of(rows[i].host), &found, NULL);
		CHECK(status == (rows[i].ascii ? IRI_OK : IRI_BAD_HOST), "%s: %d", rows[i].host, (int)status);
		CHECK(!rows[i].ascii || iri_is(found, rows[i].ascii), "%s: %.*s", rows[i].host, (int)found.n, found.p);
	}
	iri_host_converter_free(c);
}

void test_host(void)
{
	check_converter();
	check_strict();
	done("host: to ASCII and to Unicode, for programs");
	check_characters();
	check_return();
	done("host: each character in a host");
	check_names();
	done("host: mapped hosts are valid domain names, in every operation");
}
