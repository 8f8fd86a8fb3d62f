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

/* For iri_host_options: counts labels. */
static void count_refused(void *arg, struct iri_str label, const struct iri_refusal *r)
{
	(void)r;
	CHECK(label.n > 4 && !memcmp(label.p, "xn--", 4), "an A-label");
	++*(unsigned *)arg;
}

static void check_host(char *const *cells)
{
	unsigned refused = 0;
	const struct iri_host_options options = {.refused = count_refused, .arg = &refused};
	struct iri_host_converter *const c = iri_host_converter_new(&options);
	struct iri_error err;
	struct iri_str found;
	char ascii[64], place[64];

	const enum iri_status status = iri_host_to_ascii(c, str(cells[0]), &found, &err);
	iri_str_copy(found, ascii, sizeof ascii);
	CHECK(status == (cells[2] ? IRI_OK : IRI_BAD_HOST) && !strcmp(ascii, cells[1]), "%s: %s", cells[0], ascii);
	refused = 0;
	if (status == IRI_OK && cells[2])
		CHECK(iri_host_to_unicode(c, str(ascii), &found, NULL) == IRI_OK && iri_is(found, cells[2]), "%s: %.*s",
		      ascii, TEXT(found));
	snprintf(place, sizeof place, status == IRI_OK ? "%zu" : "%zu+%zu", status == IRI_OK ? refused : err.off,
	         err.len);
	CHECK(!strcmp(place, cells[3]), "%s: %s", cells[0], place);
	iri_host_converter_free(c);
}

static void check_strict(char *const *cells)
{
	struct iri_host_converter *const c = iri_host_converter_new(&(struct iri_host_options){.strict = true});
	struct iri_str found;

	const enum iri_status status = iri_host_to_ascii(c, str(cells[0]), &found, NULL);
	CHECK(status == (cells[1] ? IRI_OK : IRI_BAD_HOST), "%s: %d", cells[0], (int)status);
	CHECK(!cells[1] || iri_is(found, cells[1]), "%s: %.*s", cells[0], TEXT(found));
	iri_host_converter_free(c);
}

void test_host(void)
{
	each_row("host.tsv", check_host);
	each_row("host-strict.tsv", check_strict);
	iri_host_converter_free(NULL);
	done("host: to ASCII and to Unicode, for programs");
	check_characters();
	check_return();
	done("host: each character in a host");
	check_names();
	done("host: mapped hosts are valid domain names, in every operation");
}
