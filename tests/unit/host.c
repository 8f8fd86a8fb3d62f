/* SPDX-License-Identifier: ISC */
/* Every host that ToASCII accepts is mapped to a valid domain name, in every operation. */
#include "unit.h"

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

void test_host(void)
{
	check_characters();
	done("host: each character in a host");
	check_names();
	done("host: mapped hosts are valid domain names, in every operation");
}
