/* SPDX-License-Identifier: ISC */
/* Percent-encoded bytes decode to themselves. */
#include "unit.h"

#include "lib/syntax/pct.h"
#include "lib/syntax/pct_take.h"

/* Data for components (RFC 3986, section 2.4), and back */
static void check_encode(void)
{
	static const struct {
		struct iri_str data;
		enum iri_component where;
		unsigned form;
		const char *also, *want;
	} rows[] = {
		{{"a b&c=d+\xC3\xA9%", 11}, IRI_QUERY, IRI_REFERENCE, "&=+", "a%20b%26c%3Dd%2B\xC3\xA9%25"},
		{{"a/b?c#d", 7}, IRI_QUERY, IRI_REFERENCE, NULL, "a/b?c%23d"},
		{{"a/b?c:@", 7}, IRI_PATH, IRI_REFERENCE, "/", "a%2Fb%3Fc:@"},
		{{"u:p@h", 5}, IRI_USERINFO, IRI_REFERENCE, "", "u:p%40h"},
		{{"[::1]", 5}, IRI_HOST, IRI_REFERENCE, NULL, "%5B%3A%3A1%5D"},
		{{"\xC3\xA9", 2}, IRI_FRAGMENT, IRI_FORBID_NON_ASCII, NULL, "%C3%A9"},
		{{"\xFF\0\n", 3}, IRI_PATH, IRI_REFERENCE, NULL, "%FF%00%0A"},
		{{"\xE2\x80\xAE", 3}, IRI_PATH, IRI_FORBID_BIDI, NULL, "%E2%80%AE"},
		{{"\xEE\x80\x80", 3}, IRI_QUERY, IRI_REFERENCE, NULL, "\xEE\x80\x80"},
		{{"\xEE\x80\x80", 3}, IRI_PATH, IRI_REFERENCE, NULL, "%EE%80%80"},
		{{NULL, 0}, IRI_PATH, IRI_REFERENCE, NULL, ""},
	};
	char buf[64], cut[64];

	for (size_t i = 0; i < COUNT(rows); i++) {
		const size_t n = iri_encode(rows[i].data, rows[i].where, rows[i].form, rows[i].also, buf, sizeof buf);
		CHECK(n == strlen(rows[i].want) && !strcmp(buf, rows[i].want), "row %zu: %s", i, buf);
		CHECK(iri_decode(iri_str_of(buf), false, cut, sizeof cut) == rows[i].data.n &&
		      !memcmp(cut, iri_present(rows[i].data).p, rows[i].data.n), "row %zu: decoded", i);
		for (size_t size = 0; size <= n; size++) {
			memset(cut, '?', sizeof cut);
			CHECK(iri_encode(rows[i].data, rows[i].where, rows[i].form, rows[i].also, cut, size) == n,
			      "row %zu: size %zu", i, size);
			CHECK(!size || (!memcmp(cut, buf, size - 1) && !cut[size - 1]), "row %zu: size %zu", i, size);
			CHECK(cut[size] == '?', "row %zu: a write after byte %zu", i, size);
		}
	}
}

static void check_decode(void)
{
	char buf[16];

	CHECK(iri_decode(str("a%00b+%2b%zz%4"), true, buf, sizeof buf) == 10 &&
	      !memcmp(buf, "a\0b +%zz%4", 11), "plus");
	CHECK(iri_decode(str("a+%ff"), false, buf, sizeof buf) == 3 && !strcmp(buf, "a+\xFF"), "no plus");
	CHECK(iri_decode(str("abc"), false, buf, 2) == 3 && !strcmp(buf, "a"), "truncated");
	CHECK(iri_decode(str("abc"), false, NULL, 0) == 3, "no room");
}

enum { TAKEN_MOST = 12, PADDING = 64 };

#if defined __x86_64__ && defined __GNUC__
__attribute__((target("ssse3"))) static uint64_t take_ssse3(const char *p, const char *end, bool padded)
{
	return iri_take_octets_ssse3(p, end, padded);
}

__attribute__((target("avx2"))) static void check_take_16(int round)
{
	enum { MOST = 16, READ = 52 };
	char text[3 * MOST + 4 + READ] = {0};
	unsigned char want[MOST], got[MOST];
	const size_t n = rng() % (MOST + 1);

	for (size_t i = 0; i < n; i++) {
		want[i] = (unsigned char)rng();
		snprintf(text + 3 * i, 4, rng() % 2 ? "%%%02X" : "%%%02x", want[i]);
	}
	_mm_storeu_si128((__m128i *)(void *)got, iri_take_octets_avx2(exactly(text, READ).p));
	CHECK(!memcmp(want, got, n), "round %d: %.*s", round, (int)(3 * n), text);
}
#endif

static uint64_t take_portable(const char *p, const char *end, bool padded)
{
	return iri_take_octets_portable(p, end, padded);
}

static void check_take(iri_take_octets *take, int round)
{
	char text[3 * TAKEN_MOST + PADDING] = {0};
	const size_t n = rng() % (TAKEN_MOST + 1), other = rng() % 4, encoded = other ? n : n + 1;
	uint64_t want = 0;

	for (size_t i = 0; i < encoded && i < TAKEN_MOST; i++) {
		const unsigned octet = rng() % 255 + 1;
		snprintf(text + 3 * i, 4, rng() % 2 ? "%%%02X" : "%%%02x", octet);
		if (i < 8 && i < n)
			want |= (uint64_t)octet << 8 * i;
	}
	/* After the octets come other characters, or the end and, in the padding, one octet more. */
	const size_t end = 3 * n, more = other && n < TAKEN_MOST ? other : 0;
	for (size_t i = 0; i < more; i++)
		text[end + i] = "a/\xC3"[rng() % 3];
	const char *const bare = exactly(text, end + more).p;
	CHECK(take(bare, bare + end + more, false) == want, "round %d", round);
	const char *const padded = exactly(text, end + more + PADDING).p;
	CHECK(take(padded, padded + end + more, true) == want, "round %d, padded", round);
}

void test_pct(void)
{
	struct iri_buf out = {0}, back = {0};
	char all[256];

	for (int i = 0; i < 256; i++)
		all[i] = (char)i;
	iri_pct_encode(&out, (struct iri_str){all, 256});
	CHECK(out.n == 768 && !memcmp(out.p, "%00%01", 6) && !memcmp(out.p + 765, "%FF", 3), "%zu", out.n);
	iri_pct_decode(&back, iri_contents(&out));
	CHECK(iri_same(iri_contents(&back), (struct iri_str){all, 256}), "%zu", back.n);
	back.n = 0;
	iri_pct_decode(&back, str("%4%41%aF%"));
	CHECK(iri_same(iri_contents(&back), str("%4A\xAF%")), "%zu", back.n);
	iri_buf_free(&out);
	iri_buf_free(&back);
	done("pct: encoded bytes decode to themselves");
	check_encode();
	done("pct: data for components, and back");
	check_decode();
	done("pct: decoded octets");
	for (int round = 0; round < rounds; round++) {
		check_take(take_portable, round);
#if defined __x86_64__ && defined __GNUC__
		if (__builtin_cpu_supports("ssse3"))
			check_take(take_ssse3, round);
		if (__builtin_cpu_supports("avx2"))
			check_take_16(round);
#endif
	}
	done("pct: percent-encoded octets are decoded, eight at once, up to the end of the text");
}
