/* SPDX-License-Identifier: ISC */
/* Unit tests of libiri: tables, and laws on generated input. Prints TAP. */
#include "../../lib/chars.h"
#include "../../lib/iri.h"
#include "../../lib/pct.h"
#include "../../lib/scan.h"
#include "../../lib/scheme.h"
#include "../../lib/siphash.h"
#include "../../lib/utf8.h"
#include "../laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

static int tests, failures, faults; /* faults: of the current test */

#define CHECK(condition, ...) \
	do { \
		if (!(condition) && ++faults <= 5) { \
			printf("# %s:%d: %s: ", __FILE__, __LINE__, #condition); \
			printf(__VA_ARGS__); \
			printf("\n"); \
		} \
	} while (0)

static void done(const char *name)
{
	printf("%sok %d - unit: %s\n", faults ? "not " : "", ++tests, name);
	failures += faults != 0;
	faults = 0;
}

/* A copy in memory of exactly its length, so that a sanitizer or valgrind sees a byte read beyond it. */
static char *exactly(const char *p, size_t n)
{
	char *copy = malloc(n ? n : 1);

	if (!copy)
		abort();
	if (!n) {
		free(copy);
		return NULL;
	}
	memcpy(copy, p, n);
	return copy;
}

/* Small and fixed, so that a failure can be repeated (Marsaglia, xorshift). */
static uint32_t rng(void)
{
	static uint32_t x = 2463534242u;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}

static void test_utf8(void)
{
	/* RFC 3629, section 4: every well-formed sequence, and nothing else. */
	uint32_t ch = 0;
	char buf[4] = {0};

	for (uint32_t want = 0; want <= 0x10FFFF; want++) {
		if (want >= 0xD800 && want < 0xE000)
			continue;
		size_t n = iri_utf8_encode(want, buf);
		CHECK(n == (want < 0x80 ? 1u : want < 0x800 ? 2u : want < 0x10000 ? 3u : 4u), "U+%04X", (unsigned)want);
		CHECK(iri_utf8_decode(buf, buf + n, &ch) == n && ch == want, "U+%04X", (unsigned)want);
		for (size_t cut = 1; cut < n; cut++)
			CHECK(iri_utf8_decode(buf, buf + cut, &ch) == 0, "U+%04X cut to %zu", (unsigned)want, cut);
	}
	done("utf8: every character decodes to itself, and not when cut short");

	/* Of all sequences of two, three and four bytes only as many are well-formed as there are characters. */
	size_t well = 0;
	for (unsigned i = 0x8000; i <= 0xFFFF; i++) {
		char two[2] = {(char)(i >> 8), (char)i};
		well += iri_utf8_decode(two, two + 2, &ch) == 2;
	}
	CHECK(well == 0x800 - 0x80, "%zu", well);
	well = 0;
	for (unsigned i = 0xE00000; i <= 0xEFFFFF; i++) {
		char three[3] = {(char)(i >> 16), (char)(i >> 8), (char)i};
		well += iri_utf8_decode(three, three + 3, &ch) == 3;
	}
	CHECK(well == 0x10000 - 0x800 - 0x800, "%zu", well);
	well = 0;
	for (unsigned long i = 0xF0000000; i <= 0xF8000000; i++) {
		/* The trailing bytes' two upper bits are of interest, not each of their lower ones. */
		char four[4] = {(char)(i >> 24), (char)(i >> 16), (char)(i >> 8), (char)i};
		if ((i & 0x3F) == 0 && (i >> 8 & 0x3F) == 0)
			well += iri_utf8_decode(four, four + 4, &ch) == 4;
	}
	CHECK(well == 0x100000 / 64 / 64, "%zu", well);
	done("utf8: nothing else decodes");

	static const struct {
		const char *bytes, *why;
		size_t len;
	} faulty[] = {
		{"\x80", "trailing byte", 1},          {"\xBF\x80", "trailing byte", 1},
		{"\xC0\xAF", "overlong", 2},           {"\xC1\xBF", "overlong", 2},
		{"\xE0\x9F\xBF", "overlong", 3},       {"\xF0\x8F\xBF\xBF", "overlong", 4},
		{"\xED\xA0\x80", "surrogate", 3},      {"\xED\xBF\xBF", "surrogate", 3},
		{"\xF4\x90\x80\x80", "U+10FFFF", 4},   {"\xF7\xBF\xBF\xBF", "U+10FFFF", 4},
		{"\xC3", "cut short", 1},              {"\xE2\x82", "cut short", 2},
		{"\xF0\x9F\x98", "cut short", 3},      {"\xE2(\xA1", "cut short", 1},
		{"\xF8\x88\x80\x80", "never uses", 1}, {"\xFE", "never uses", 1},
		{"\xFF", "never uses", 1},
	};
	for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
		size_t n = strlen(faulty[i].bytes), len;
		char *p = exactly(faulty[i].bytes, n);
		CHECK(iri_utf8_decode(p, p + n, &ch) == 0, "row %zu", i);
		const char *why = iri_utf8_fault(p, p + n, &len);
		CHECK(len == faulty[i].len && strstr(why, faulty[i].why), "row %zu: %zu, %s", i, len, why);
		free(p);
	}
	done("utf8: each kind of fault has its name and length");

	CHECK(iri_count_chars((struct iri_str){"a\xC3\xA9\xF0\x9F\x98\x80\xFF\xE2\x82", 10}) == 6, "?");
	CHECK(iri_count_chars((struct iri_str){"", 0}) == 0, "?");
	done("utf8: characters are counted, and each byte that is part of none");
}

static void test_chars(void)
{
	/* RFC 3987, section 2.2, written out again as ranges. */
	static const struct {
		uint32_t first, last;
		unsigned class;
	} rules[] = {
		{0xA0, 0xD7FF, CHAR_UCSCHAR},      {0xF900, 0xFDCF, CHAR_UCSCHAR},
		{0xFDF0, 0xFFEF, CHAR_UCSCHAR},    {0x10000, 0x1FFFD, CHAR_UCSCHAR},
		{0x20000, 0x2FFFD, CHAR_UCSCHAR},  {0x30000, 0x3FFFD, CHAR_UCSCHAR},
		{0x40000, 0x4FFFD, CHAR_UCSCHAR},  {0x50000, 0x5FFFD, CHAR_UCSCHAR},
		{0x60000, 0x6FFFD, CHAR_UCSCHAR},  {0x70000, 0x7FFFD, CHAR_UCSCHAR},
		{0x80000, 0x8FFFD, CHAR_UCSCHAR},  {0x90000, 0x9FFFD, CHAR_UCSCHAR},
		{0xA0000, 0xAFFFD, CHAR_UCSCHAR},  {0xB0000, 0xBFFFD, CHAR_UCSCHAR},
		{0xC0000, 0xCFFFD, CHAR_UCSCHAR},  {0xD0000, 0xDFFFD, CHAR_UCSCHAR},
		{0xE1000, 0xEFFFD, CHAR_UCSCHAR},  {0xE000, 0xF8FF, CHAR_IPRIVATE},
		{0xF0000, 0xFFFFD, CHAR_IPRIVATE}, {0x100000, 0x10FFFD, CHAR_IPRIVATE},
	};
	static const uint32_t bidi[] = {0x61C,  0x200E, 0x200F, 0x202A, 0x202B, 0x202C,
	                                0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069};

	for (uint32_t ch = 0x80; ch <= 0x10FFFF; ch++) {
		unsigned want = CHAR_OTHER;
		for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
			if (ch >= rules[i].first && ch <= rules[i].last)
				want = rules[i].class;
		for (size_t i = 0; i < sizeof bidi / sizeof *bidi; i++)
			if (ch == bidi[i])
				want = CHAR_BIDI;
		CHECK(iri_char_class(ch) == want, "U+%04X", (unsigned)ch);
		char utf8[4];
		size_t n = iri_utf8_encode(ch, utf8), plain = ch < 0x80 ? 0 : iri_plain_sequence(utf8);
		CHECK(plain == 0 || (plain == n && want == CHAR_UCSCHAR), "U+%04X", (unsigned)ch);
	}
	for (unsigned c = 0; c < 256; c++)
		for (unsigned second = 0; second < 256; second++) {
			/* Whatever trails such bytes, the sequence is well-formed. */
			char bytes[4] = {(char)c, (char)second, (char)0x80}, more[4] = {(char)c, (char)second, (char)0xBF};
			size_t plain = iri_plain_sequence(bytes);
			uint32_t ch;
			CHECK(!plain || (iri_utf8_decode(bytes, bytes + plain, &ch) == plain &&
			                 iri_utf8_decode(more, more + plain, &ch) == plain), "%02X %02X", c, second);
		}
	done("chars: ucschar, iprivate and bidi controls, every code point");

	/* RFC 3986, sections 2.2 and 2.3 */
	for (int c = 0; c < 256; c++) {
		unsigned class = iri_byte_class((char)c);
		bool alpha = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'), digit = c >= '0' && c <= '9';
		CHECK(!(class & CHAR_ALPHA) == !alpha, "%02X", (unsigned)c);
		CHECK(!(class & CHAR_DIGIT) == !digit, "%02X", (unsigned)c);
		CHECK(!(class & CHAR_UNRESERVED) == !(alpha || digit || (c && strchr("-._~", c))), "%02X", (unsigned)c);
		CHECK(!(class & CHAR_SUB_DELIM) == !(c && strchr("!$&'()*+,;=", c)), "%02X", (unsigned)c);
		CHECK(!(class & CHAR_SCHEME) == !(alpha || digit || (c && strchr("+-.", c))), "%02X", (unsigned)c);
		CHECK(!(class & CHAR_HEXDIG) == !(c && strchr("0123456789ABCDEFabcdef", c)), "%02X", (unsigned)c);
		CHECK(!(class & CHAR_EXCLUDED) == !(c <= ' ' || c == 0x7F || (c < 0x80 && strchr("<>\"{}|\\^`", c))),
		      "%02X", (unsigned)c);
		CHECK(!class == (c >= 0x80 || (c && strchr("%#[]", c) != NULL)), "%02X", (unsigned)c);
	}
	done("chars: the classes of ASCII");
}

static void test_scan(void)
{
	char block[SCAN_BLOCK];

	for (int round = 0; round < 200000; round++) {
		size_t n = 1 + rng() % SCAN_BLOCK;
		/* Half the time mostly plain text, so that runs of zero bits come up too. */
		for (size_t i = 0; i < n; i++)
			block[i] = (char)(round % 2 || rng() % 8 == 0 ? rng() : 'a' + rng() % 26);
		char *p = exactly(block, n);
		struct iri_marks fast = iri_scan(p, n), slow = iri_scan_portable(p, n);
		CHECK(fast.delim == slow.delim && fast.path == slow.path && fast.dots == slow.dots, "round %d, %zu bytes", round, n);
#if defined __SSE2__
		fast = iri_scan_sse2(p, n);
		CHECK(fast.delim == slow.delim && fast.path == slow.path && fast.dots == slow.dots, "round %d, %zu bytes", round, n);
#endif
		free(p);
	}
	for (int round = 0; round < 200000; round++) {
		static const char *const pieces[] = {"a", "/", "\xC3\xA9", "\xD0\xB6", "\xD8\x9C", "\xD8\xA7", "\xE0\xA4\x95", "\xE0\x9F\xBF",
		                                     "\xE2\x80\x8E", "\xE2\x82\xAC", "\xE8\xAA\x9E", "\xEC\xBF\xBF", "\xED\x80\x80",
		                                     "\xF0\x9F\x98\x80", "\xC2\xA0", "\x80", "\xBF", "\xC0", "\xE1", "\xDF", "\xFF", "\xEF\xBB\xBF"};
		char text[SCAN_BLOCK + 8];
		size_t n = 0;
		while (n < SCAN_BLOCK) {
			const char *piece = pieces[rng() % (round % 3 ? sizeof pieces / sizeof *pieces : 4)];
			const size_t cut = rng() % 8 ? strlen(piece) : 1;
			memcpy(text + n, piece, cut);
			n += cut;
			if (rng() % 50 == 0)
				text[n++] = (char)rng();
		}
		char *p = exactly(text, SCAN_BLOCK);
		CHECK(iri_scan_plain(p) == iri_scan_plain_portable(p), "round %d", round);
		free(p);
	}
	for (int c = 0; c < 256; c++)
		for (size_t at = 0; at < SCAN_BLOCK; at++) {
			memset(block, 'a', sizeof block);
			block[at] = (char)c;
			struct iri_marks m = iri_scan(block, sizeof block);
			unsigned class = iri_byte_class((char)c);
			CHECK(m.delim == (uint64_t)!(class & CHARS_REG_NAME) << at, "byte %02X at %zu", (unsigned)c, at);
			CHECK(m.path == (uint64_t)!(class & CHARS_PATH) << at, "byte %02X at %zu", (unsigned)c, at);
			CHECK(m.dots == (uint64_t)(c == '.') << at, "byte %02X at %zu", (unsigned)c, at);
		}
	for (int round = 0; round < 100000; round++) {
		char text[100], fast[3 * sizeof text + 3 * TRIPLETS_AT_ONCE], slow[sizeof fast];
		const size_t n = rng() % sizeof text, read = (n + TRIPLETS_AT_ONCE - 1) / TRIPLETS_AT_ONCE * TRIPLETS_AT_ONCE;
		for (size_t i = 0; i < n; i++)
			text[i] = (char)rng();
		char *const p = malloc(read + 1), *const to = malloc(3 * read + 1); /* so that what is too much is seen */
		if (!p || !to)
			abort();
		memset(p, 0, read + 1);
		memcpy(p, text, n);
		CHECK(iri_put_triplets(to, p, n) == to + 3 * n, "round %d", round);
		memcpy(fast, to, 3 * n);
		CHECK(iri_put_triplets_portable(slow, p, n) == slow + 3 * n && !memcmp(fast, slow, 3 * n), "round %d", round);
		free(p);
		free(to);
	}
	done("scan: blocks are classified as the table says, at every position and length");
}

/* What a parse found, as one string: components in order, "-" for one that is absent. */
static const char *show(const struct iri_ref *r)
{
	static char buf[512];
	const struct iri_str parts[] = {r->scheme, r->userinfo, r->host, r->port, r->path, r->query, r->fragment};
	size_t n = 0;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		n += (size_t)snprintf(buf + n, sizeof buf - n, "%s%.*s", i ? " " : "", parts[i].p ? (int)parts[i].n : 1,
		                      parts[i].p ? parts[i].p : "-");
	return buf;
}

static void test_parse(void)
{
	static const struct {
		const char *in, *parts;
		enum iri_host_kind kind;
	} good[] = {
		/* scheme userinfo host port path query fragment; RFC 3986, section 3 and appendix B */
		{"foo://example.com:8042/over/there?name=ferret#nose",
	         "foo - example.com 8042 /over/there name=ferret nose", IRI_HOST_NAME},
		{"urn:example:animal:ferret:nose", "urn - - - example:animal:ferret:nose - -", IRI_HOST_ABSENT},
		{"http://www.ics.uci.edu/pub/ietf/uri/#Related", "http - www.ics.uci.edu - /pub/ietf/uri/ - Related",
	         IRI_HOST_NAME},
		/* absent and empty differ */
		{"", "- - - -  - -", IRI_HOST_ABSENT},
		{"?", "- - - -   -", IRI_HOST_ABSENT},
		{"#", "- - - -  - ", IRI_HOST_ABSENT},
		{"//", "- -  -  - -", IRI_HOST_NAME},
		{"//@:", "-     - -", IRI_HOST_NAME},
		{"a:", "a - - -  - -", IRI_HOST_ABSENT},
		{"a://:", "a -    - -", IRI_HOST_NAME},
		{"http://a?b/c", "http - a -  b/c -", IRI_HOST_NAME},
		{"http://a#b?c", "http - a -  - b?c", IRI_HOST_NAME},
		{"//a@b:1/c", "- a b 1 /c - -", IRI_HOST_NAME},
		{"http://u:p@h:80/?#", "http u:p h 80 /  ", IRI_HOST_NAME},
		{"/:", "- - - - /: - -", IRI_HOST_ABSENT},
		{"./a:b", "- - - - ./a:b - -", IRI_HOST_ABSENT},
		{"a/b:c", "- - - - a/b:c - -", IRI_HOST_ABSENT},
		{"?a:b", "- - - -  a:b -", IRI_HOST_ABSENT},
		{"a:/.//b", "a - - - /.//b - -", IRI_HOST_ABSENT},
		{"a+-.1:b", "a+-.1 - - - b - -", IRI_HOST_ABSENT},
		/* first match wins: IPv4address before ireg-name */
		{"http://1.2.3.4", "http - 1.2.3.4 -  - -", IRI_HOST_IPV4},
		{"http://255.255.255.255:0/", "http - 255.255.255.255 0 / - -", IRI_HOST_IPV4},
		{"http://1.2.3.256/", "http - 1.2.3.256 - / - -", IRI_HOST_NAME},
		{"http://1.2.3.04/", "http - 1.2.3.04 - / - -", IRI_HOST_NAME},
		{"http://1.2.3/", "http - 1.2.3 - / - -", IRI_HOST_NAME},
		{"http://1.2.3.4.5/", "http - 1.2.3.4.5 - / - -", IRI_HOST_NAME},
		{"http://[::1]:8/", "http - [::1] 8 / - -", IRI_HOST_IPV6},
		{"http://u@[::1]", "http u [::1] -  - -", IRI_HOST_IPV6},
		{"http://[v1F.a:b]/", "http - [v1F.a:b] - / - -", IRI_HOST_IPVFUTURE},
		{"http://[V0.!]/", "http - [V0.!] - / - -", IRI_HOST_IPVFUTURE},
	};
	struct iri_ref ref;
	struct iri_error err;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		size_t n = strlen(good[i].in);
		char *p = exactly(good[i].in, n);
		enum iri_status status = iri_parse((struct iri_str){p, n}, IRI_REFERENCE, &ref, &err);
		CHECK(status == IRI_OK, "%s: %d", good[i].in, (int)status);
		CHECK(status != IRI_OK || !strcmp(show(&ref), good[i].parts), "%s: %s", good[i].in, show(&ref));
		CHECK(status != IRI_OK || ref.host_kind == good[i].kind, "%s: %d", good[i].in, (int)ref.host_kind);
		free(p);
	}
	done("parse: components, absent and empty, and the kind of the host");

	static const struct {
		const char *in;
		unsigned form;
		enum iri_status status;
		size_t off;
	} forms[] = {
		{"a:b#c", IRI_WITH_SCHEME, IRI_OK, 0},
		{"a:b#c", IRI_WITH_SCHEME | IRI_NO_FRAGMENT, IRI_HAS_FRAGMENT, 3},
		{"a:b", IRI_WITH_SCHEME | IRI_NO_FRAGMENT, IRI_OK, 0},
		{"b", IRI_WITH_SCHEME, IRI_NO_SCHEME, 0},
		{"//a/b", IRI_WITH_SCHEME, IRI_NO_SCHEME, 0},
		{"", IRI_WITH_SCHEME, IRI_NO_SCHEME, 0},
		{"b c:d", IRI_WITH_SCHEME, IRI_BAD_CHAR, 1},
		{"1:d", IRI_WITH_SCHEME, IRI_BAD_SCHEME, 0},
		{"a:\xC3\xA9", IRI_REFERENCE, IRI_OK, 0},
		{"a:\xC3\xA9", IRI_ASCII, IRI_BAD_CHAR, 2},
		{"a:?\xEE\x80\x80", IRI_ASCII, IRI_BAD_PRIVATE, 3},
		{"a:\xE2\x80\x8E", IRI_REFERENCE, IRI_OK, 0},
		{"a:\xE2\x80\x8E", IRI_NO_BIDI, IRI_BAD_BIDI, 2},
		{"a: ", IRI_REFERENCE, IRI_BAD_CHAR, 2},
		{"a: \x01<>\"{}|\\^`\x7F\xC2\x80\xEE\x80\x80\xEF\xBF\xBE", IRI_LEIRI, IRI_OK, 0},
		{"a:#\xEE\x80\x80", IRI_LEIRI, IRI_OK, 0},
		{"a:%", IRI_LEIRI, IRI_BAD_PERCENT, 2},
		{"a:[", IRI_LEIRI, IRI_BAD_CHAR, 2},
		{"a:##", IRI_LEIRI, IRI_BAD_CHAR, 3},
		{"a:\xFF", IRI_LEIRI, IRI_BAD_UTF8, 2},
		{"a b:c", IRI_LEIRI, IRI_BAD_SCHEME, 1},
	};
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		size_t n = strlen(forms[i].in);
		char *p = exactly(forms[i].in, n);
		enum iri_status status = iri_parse((struct iri_str){p, n}, forms[i].form, &ref, &err);
		CHECK(status == forms[i].status, "row %zu: %d", i, (int)status);
		CHECK(status == IRI_OK || (err.off == forms[i].off && err.status == status), "row %zu: %zu", i, err.off);
		free(p);
	}
	done("parse: the rules IRI, absolute-IRI, URI-reference, and the wider forms");
}

/* Random text from an alphabet of everything that matters to the grammar. */
static size_t hostile(char *buf, size_t most)
{
	static const char *const pieces[] = {
		"a", "B", "7", ":", ":", "/", "/", "//", "?", "#", "[", "]", "[::1]", "@", "%41", "%e9", "%C3%A9", "%", "%u00e9",
		"%uD83D%uDE00", ".", "..", "-", "+", " ", "\\", "<", "\x01", "\xC3\xA9", "\xE2\x80\x8E", "\xEE\x80\x80",
		"\xF0\x9F\x98\x80", "\xFF", "\xE2\x82", "http", "http://", "https:\\\\", "xn--", "1.2.3.4", "\xE2\x91\xA0",
		"e\xCC\x81", "\xD7\x90", "&", "=", "\xEF\xBF\xBE", "file:",
	};
	size_t n = 0;

	while (rng() % 12 && n + 16 < most) {
		const char *piece = pieces[rng() % (sizeof pieces / sizeof *pieces)];
		memcpy(buf + n, piece, strlen(piece));
		n += strlen(piece);
	}
	return n;
}

void law_broken(const char *file, int line, const char *law, struct iri_str s)
{
	CHECK(false, "%s:%d: %s: %.*s", file, line, law, (int)s.n, s.p);
}

static void test_absence(void)
{
	laws_of_absence();
	done("what is absent is no memory to look at");
}

static void test_to_uri(void)
{
	char buf[256];
	long counts[3] = {0};

	for (int round = 0; round < 300000; round++) {
		size_t n = hostile(buf, sizeof buf);
		char *p = exactly(buf, n);
		const struct iri_str s = {p, n};
		enum iri_status status = laws_of_mapping((unsigned)round % WAYS_TO_URI, s);
		counts[status > IRI_UNCHANGED ? 2 : status]++;
		if (round % 8 == 0)
			laws_of_parsing(s);
		if (round % 32 == 0)
			laws_of_linting(s);
		free(p);
	}
	for (int i = 0; i < 3; i++)
		CHECK(counts[i] > 10000, "only %ld of kind %d", counts[i], i);
	done("parse, iri_to_uri, lint: on hostile input a URI or an error, identity on URIs, idempotent, parts are the whole");
}

static size_t put_encoded(char *buf, const char *bytes, size_t n)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		len += (size_t)sprintf(buf + len, rng() % 4 ? "%%%02X" : "%%%02x", (unsigned char)bytes[i]);
	return len;
}

/*
 * A random URI: octets that are UTF-8 of all planes, overlong, cut short, surrogates, beyond; marks, joiners,
 * bidi controls, right-to-left text; reserved and unreserved characters, plain and encoded.
 */
static size_t random_uri(char *buf, size_t most)
{
	static const char *const starts[] = {"", "/", "?", "#", "http://h/", "foo://u@", "http://", "http://xn--9ca.e/", "a:",
	                                     "http://xn--mgbh0fb.xn--", "//", "http://xn--fa-hia.A/", "https://u@h?",
	                                     "http://xn--ab-1pb/"};
	static const uint32_t odd[] = {0x200C, 0x200D, 0xFE0E, 0xFE0F, 0x300, 0x301, 0x323, 0x338, 0x3099, 0x1161, 0x11A8,
	                               0x1100, 0xAC00, 0x5D0, 0x5D1, 0x627, 0x660, 0x202E, 0x200E, 0x2066, 0x61C, 0x2764,
	                               0x1F525, 0x1F3FD, 0x94D, 0x915, 0x937, 0xE000, 0x10FFFD, 0xFFFE, 0xFDD0, 0xAD, 0x3000,
	                               0x2028, 0x85, 0x378, 0x212B, 0xFF0F, 0xFF08, 0x2044, 0x2044, 0xA789, 0xE0001, 0xE9,
	                               0x65, 0x41, 0x2F, 0x25, 0x20, 0x3A, 0x7E, 0x0};
	static const char *const bad[] = {"\xC0\xAF", "\xC3", "\xE2\x82", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF",
	                                  "\x80", "\xF0\x9F\x98", "\xE0\x80\xAF", "\xF8\x88\x80\x80"};
	const char *start = starts[rng() % (sizeof starts / sizeof *starts)];
	const char *wrong;
	size_t n = strlen(start);
	char utf8[4];

	memcpy(buf, start, n);
	while (rng() % 16 && n + 16 < most) {
		uint32_t ch = 0;
		switch (rng() % 8) {
		case 0:
			buf[n++] = "abcXYZ019-._~!$&'()*+,;=/"[rng() % 25];
			continue;
		case 1:
			wrong = bad[rng() % (sizeof bad / sizeof *bad)];
			n += put_encoded(buf + n, wrong, strlen(wrong));
			continue;
		case 2:
			do
				ch = rng() % 0x110000;
			while (ch >= 0xD800 && ch < 0xE000);
			break;
		case 3:
			ch = 0x80 + rng() % 0xB000;
			break;
		default:
			ch = odd[rng() % (sizeof odd / sizeof *odd)];
		}
		n += put_encoded(buf + n, utf8, iri_utf8_encode(ch, utf8));
	}
	return n;
}

static void test_to_iri(int rounds)
{
	char buf[512];
	long counts[3] = {0};

	for (int round = 0; round < rounds; round++) {
		size_t n = random_uri(buf, sizeof buf);
		char *p = exactly(buf, n);
		enum iri_status status = laws_of_unmapping((unsigned)round % WAYS_TO_IRI, (struct iri_str){p, n});
		counts[status > IRI_UNCHANGED ? 2 : status]++;
		free(p);
	}
	for (int i = 0; i < 2; i++)
		CHECK(counts[i] > rounds / 20, "only %ld of kind %d", counts[i], i);
	done("iri_to_iri: iri_to_uri gives the URI back, and what is done is done");
}

static void test_dots(void)
{
	static const struct {
		const char *in, *out;
		bool authority;
	} rows[] = {
		/* RFC 3986, section 5.2.4 */
		{"/a/b/c/./../../g", "/a/g", true},
		{"mid/content=5/../6", "mid/6", false},
		{"", "", true},
		{"/", "/", true},
		{"/.", "/", true},
		{"/..", "/", true},
		{"/./", "/", true},
		{"/../", "/", true},
		{"/a/.", "/a/", true},
		{"/a/..", "/", true},
		{"/a/../..", "/", true},
		{"/a/b/..", "/a/", true},
		{"/a/...", "/a/...", true},
		{"/a/.b/..c/d.", "/a/.b/..c/d.", true},
		{"/a//../b", "/a/b", true},
		{"//..//a", "//a", true},
		{"/.//b", "//b", true},
		/* where to the letter the path would become something else */
		{"/.//b", "/.//b", false},
		{"/a/..//b", "/.//b", false},
		{"/..//..//b", "/.//b", false},
		/* rootless paths, as they arise when a base is merged with a reference */
		{".", "", false},
		{"..", "", false},
		{"a/..", "/", false},
		{"a/.", "a/", false},
		{"a/b/..", "a/", false},
		{"b/../c", "/c", false},
		{"../../c", "c", false},
		{"b/..//c", "/.//c", false},
		{"b/..//c", "//c", true},
		{".//c", "/c", false},
		{".///c", "/.//c", false},
		{"./", "", false},
		{"./a:b", "a:b", false},
		{"a/../../b", "/b", false},
		{"a/.../b", "a/.../b", false},
		/* encoded dots (RFC 3986, section 2.3) */
		{"/a/%2e/../b", "/b", true},
		{"/a/%2E%2e", "/", true},
		{"/a/.%2e/b/%2E.", "/", true},
		{"%2e/%2e%2e/a", "a", true},
		{"/%2f/%2", "/%2f/%2", true},
		{"/a%2e/%2ea/%2e%2e%2e", "/a%2e/%2ea/%2e%2e%2e", true},
	};
	struct iri_buf out = {0};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t n = strlen(rows[i].in);
		char *p = exactly(rows[i].in, n);
		out.n = 0;
		iri_remove_dots((struct iri_str){p, n}, rows[i].authority, &out);
		CHECK(out.n == strlen(rows[i].out) && (!out.n || !memcmp(out.p, rows[i].out, out.n)), "%s: %.*s", rows[i].in,
		      (int)out.n, out.p ? out.p : "");
		free(p);
	}
	iri_buf_free(&out);
	done("path: dot segments, to the letter, and no authority");
}

/* Another spelling of the same IRI on the syntax rung, or on the string rung if the dice say so. */
static size_t respell(const char *p, size_t n, char *out)
{
	const char *end = p + n, *colon = memchr(p, ':', n);
	size_t len = 0;
	bool port = false; /* digits behind a colon, which may be one, and has no other spelling */

	while (p < end) {
		uint32_t ch = 0;
		size_t width = iri_utf8_decode(p, end, &ch);
		unsigned class = iri_byte_class(*p);
		port = *p == ':' || (port && class & CHAR_DIGIT);
		if (*p == '%' && end - p >= 3) {
			char octet = (char)iri_triplet_octet(p);
			len += put_encoded(out + len, &octet, 1); /* the case of the digits may change */
			p += 3;
		} else if (colon && p < colon && (class & CHAR_ALPHA)) {
			out[len++] = rng() % 2 ? *p : (char)(*p ^ 0x20);
			p++;
		} else if (p > colon && width && !port && rng() % 4 == 0 && (ch >= 0x80 || (class & CHAR_UNRESERVED))) {
			len += put_encoded(out + len, p, width);
			p += width;
		} else {
			width = width ? width : 1;
			memcpy(out + len, p, width);
			len += width;
			p += width;
		}
	}
	return len;
}

static void test_norm(int rounds)
{
	char buf[512], respelled[4096];
	struct iri_error err;
	struct iri_ref ref;
	long valid = 0, equal = 0;

	for (int round = 0; round < rounds; round++) {
		size_t n = round % 2 ? hostile(buf, 256) : random_uri(buf, sizeof buf);
		char *p = exactly(buf, n);
		const struct iri_str s = {p, n};
		const bool well = laws_of_normal_forms(s);
		valid += well;
		/* Nothing in brackets can be spelled otherwise. */
		if (well && iri_parse(s, IRI_REFERENCE, &ref, &err) == IRI_OK && ref.scheme.p && ref.host_kind < IRI_HOST_IPV6) {
			const struct iri_str r = {respelled, respell(p, n, respelled)};
			const enum iri_rung rung = laws_of_comparison(s, r);
			CHECK(rung <= IRI_SYNTAX, "round %d: %.*s and %.*s: %d", round, (int)n, buf, (int)r.n, respelled, (int)rung);
			/* And one that is near */
			const size_t at = rng() % r.n;
			if (iri_byte_class(respelled[at]) & CHAR_ALPHA)
				respelled[at] = (char)(respelled[at] ^ 0x20);
			equal += laws_of_comparison(s, r) != IRI_DIFFERENT;
		}
		free(p);
	}
	CHECK(valid > rounds / 5 && equal > rounds / 20, "only %ld and %ld", valid, equal);
	done("norm and compare: idempotent, components survive, spellings converge, rungs contain each other");
}

/* Short, hostile: everything that makes a path, a query or a fragment begin or end. */
static size_t short_iri(char *buf)
{
	static const char *const starts[] = {"a:", "a:", "a://h", "a://h", "a:/", "a://", "b:", "a:/.//b", "a://i"};
	const char *start = starts[rng() % (sizeof starts / sizeof *starts)];
	size_t n = strlen(start);

	memcpy(buf, start, n);
	while (rng() % 6 && n < 20) {
		const char c = "//../a:?#b%"[rng() % 11];
		memcpy(buf + n, c == '%' ? "%2e" : &c, c == '%' ? 3 : 1);
		n += c == '%' ? 3 : 1;
	}
	return n;
}

static void test_resolve(int rounds)
{
	char b[64], r[64];
	int resolved = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str base = {b, short_iri(b)};
		const size_t n = short_iri(r), from = rng() % (n + 1);
		resolved += laws_of_resolution(base, (struct iri_str){r + from, n - from});
	}
	CHECK(resolved > rounds / 4, "only %d of %d", resolved, rounds);
	done("resolve: by text is as by components, and back");
}

/* Whether a segment of the path begins with a dot. */
static bool begins_with_dot(struct iri_str path)
{
	for (size_t i = 0; i < path.n; i++)
		if ((!i || path.p[i - 1] == '/') && (path.p[i] == '.' || (path.n - i >= 3 && !strncasecmp(path.p + i, "%2e", 3))))
			return true;
	return false;
}

static void test_padding(int rounds)
{
	/* Delimiters, dots and what is slow, in runs, of lengths about that of a block. */
	static const char *const pieces[] = {"a", "bcdefghijklmnop", "/", ".", ":", "//", "?", "#", "%41", "%2e", "\xC3\xA9", "@",
	                                     "[::1]", "..", "http://", "%", "\xFF"};
	char text[512];
	struct iri_ref a, b;
	struct iri_error ea, eb;
	int valid = 0, dotless = 0;

	for (int round = 0; round < rounds; round++) {
		size_t n = 0;
		while (n < 160 && rng() % 12) {
			const char *piece = pieces[rng() % (rng() % 4 ? 2 : sizeof pieces / sizeof *pieces)];
			memcpy(text + n, piece, strlen(piece));
			n += strlen(piece);
		}
		/* The same text with an end to memory, and with noise behind it */
		char *exact = exactly(text, n);
		for (size_t i = 0; i < IRI_PADDING; i++)
			text[n + i] = "a/.%#\xC3"[rng() % 6];
		const unsigned form = rng() % 8;
		const enum iri_status status = iri_parse((struct iri_str){exact, n}, form, &a, &ea);
		CHECK(iri_parse((struct iri_str){text, n}, form | IRI_PADDED, &b, &eb) == status, "round %d", round);
		if (status == IRI_OK) {
			char shown[512];
			valid++;
			snprintf(shown, sizeof shown, "%s", show(&a));
			CHECK(!strcmp(shown, show(&b)) && a.mapped == b.mapped && a.encoded == b.encoded && a.host_kind == b.host_kind &&
			              a.text.n == n && b.text.n == n,
			      "round %d: %s, %s", round, shown, show(&b));
			CHECK((a.dotted && b.dotted) || !begins_with_dot(a.path), "round %d: %.*s", round, (int)n, text);
			dotless += !a.dotted && !b.dotted;
		} else {
			CHECK(ea.status == eb.status && ea.off == eb.off && ea.len == eb.len && ea.ch == eb.ch, "round %d", round);
		}
		free(exact);
	}
	CHECK(valid > rounds / 4 && dotless > rounds / 8, "only %d and %d of %d", valid, dotless, rounds);
	done("parse: what stands behind makes no difference, and paths without dots are known");
}

/* Lines that are plain, nearly so, and not at all. */
static size_t some_lines(char *text, size_t room)
{
	static const char *const starts[] = {"http://",  "https://", "file://", "file:///", "http:/", "ftp://h/", "HTTP://", "",
	                                     "http://h", "httpx://", "//",      "a:",       "https://www.example.org/", "http://\xC3\xBC.example/", "http://\xE8\xAA\x9E.\xC3\xA9"};
	static const char *const pieces[] = {"abc", "d.e", "/", ".", "..", "/./", "/../", "?", "#", "%41", "%c3", "%2E", "%", ":", "@", "[", "A",
	                                     "xn--", "-", "localhost", "\xC3\xA9", "\xE8\xAA\x9E", "\xE2\x80\x93", "\xE2\x80\xAE",
	                                     "\xF0\x9F\x98\x80", "\xEE\x80\x80", "\xCC\x81", "\xFF", " ", "%C3%A9", "%e8%AA%9e", "%CC%81", "%E2%80%8D", "%D8%9C", "%E2%81%84", "%7e", "%2f", "\r", "\\", "_~!$&'()*+,;="};
	size_t n = 0;

	while (n + 300 < room && rng() % 10) {
		const char *start = starts[rng() % 3 ? rng() % 2 : rng() % (sizeof starts / sizeof *starts)];
		memcpy(text + n, start, strlen(start));
		n += strlen(start);
		for (size_t k = rng() % 30; k && n + 100 < room; k--) {
			const char *piece = pieces[rng() % 4 ? rng() % 3 : rng() % (sizeof pieces / sizeof *pieces)];
			memcpy(text + n, piece, strlen(piece));
			n += strlen(piece);
		}
		text[n++] = '\n';
	}
	/* Perhaps a line that has no end yet. */
	if (n && rng() % 2)
		n -= 1 + rng() % 3 % n;
	return n;
}

static void test_plain(int rounds)
{
	static char made[4096];
	size_t passed[KINDS_OF_LINES] = {0}, lines, all = 0;

	for (int round = 0; round < rounds; round++) {
		/* Exactly so much memory as there has to be, and behind the text what would go on with it. */
		static const char *const paddings[] = {"a/.%#\xC3\n", "%2F", "%C3%A9", "\xC3\xA9", "\xE8\xAA\x9E", "A", "."};
		const char *padding = paddings[rng() % (sizeof paddings / sizeof *paddings)];
		const size_t n = some_lines(made, sizeof made), phase = rng() % 6;
		char *const text = malloc(n + IRI_PADDING);
		if (!text)
			abort();
		memcpy(text, made, n);
		for (size_t i = 0; i < IRI_PADDING; i++)
			text[n + i] = padding[(i + phase) % strlen(padding)];
		for (int kind = 0; kind < KINDS_OF_LINES; kind++) {
			passed[kind] += laws_of_plain_lines((enum law_lines)kind, (struct iri_str){text, n}, &lines);
			all += lines;
		}
		free(text);
	}
	for (int kind = 0; kind < KINDS_OF_LINES; kind++)
		CHECK(passed[kind] > all / 200, "kind %d: %zu of %zu", kind, passed[kind], all);
	done("plain: lines that are passed or mapped at once are those that the whole way leaves or maps so");
}

static void test_resolve_plain(int rounds)
{
	static const char *const bases[] = {"http://a.example/b/c/d;p?q", "http://h", "http://h/", "a:b", "a:b/c", "a:/", "a:", "s://u@h:1?q",
	                                    "a://h/%2e/b", "a:b/../c"};
	static char made[4096];
	struct iri_buf out = {0}, want = {0};
	struct iri_ref base, ref;
	struct iri_error err;
	size_t lines, passed = 0, all = 0;

	for (int round = 0; round < rounds; round++) {
		const char *b = bases[rng() % (sizeof bases / sizeof *bases)];
		const size_t n = some_lines(made, sizeof made);
		char *const text = malloc(n + IRI_PADDING);
		if (!text)
			abort();
		memcpy(text, made, n);
		for (size_t i = 0; i < IRI_PADDING; i++)
			text[n + i] = round % 3 ? "../"[i % 3] : "a/.%A\xC3"[rng() % 6];
		/* Many references begin with dot segments. */
		for (size_t i = 0; round % 5 == 0 && i + 3 < n; i++)
			if ((!i || text[i - 1] == '\n' || (i > 1 && text[i - 1] == '/' && text[i - 2] == '.')) && rng() % 2)
				memcpy(text + i, rng() % 2 ? "../" : "./.", 3);
		/* Half of them without what would make an authority */
		for (size_t i = 0; round % 2 && i < n; i++)
			if (text[i] == ':')
				text[i] = "/a"[rng() % 2];
		iri_parse((struct iri_str){b, strlen(b)}, IRI_WITH_SCHEME, &base, &err);
		for (const char *p = text, *end = p + n; p < end;) {
			out.n = want.n = 0;
			const size_t done = iri_resolve_plain(&base, p, end, &out, &lines);
			CHECK(done <= (size_t)(end - p) && (!done || p[done - 1] == '\n'), "round %d: %zu", round, done);
			size_t found = 0;
			for (const char *line = p; line < p + done; found++) {
				const char *eol = memchr(line, '\n', (size_t)(p + done - line));
				CHECK(iri_parse((struct iri_str){line, (size_t)(eol - line)}, IRI_REFERENCE | IRI_NO_BIDI, &ref, &err) == IRI_OK &&
				              iri_resolve(&base, &ref, false, &want) == IRI_OK,
				      "round %d: %.*s", round, (int)(eol - line), line);
				iri_buf_putc(&want, '\n');
				line = eol + 1;
			}
			CHECK(found == lines && out.n == want.n && (!out.n || !memcmp(out.p, want.p, out.n)), "round %d, against %s: %.*s", round, b, (int)done, p);
			passed += lines;
			all += lines + 1;
			const char *eol = memchr(p + done, '\n', (size_t)(end - p) - done);
			p = eol ? eol + 1 : end;
		}
		free(text);
	}
	CHECK(passed > all / 100, "%zu of %zu", passed, all);
	iri_buf_free(&out);
	iri_buf_free(&want);
	done("plain: references that are resolved at once are as the whole way resolves them");
}

static void test_relative(int rounds)
{
	struct iri_relativizer r = {.best = {0}};
	struct iri_buf out = {0}, back = {0}, scratch = {0};
	struct iri_ref base, target, ref;
	struct iri_error err;
	char b[64], x[64], any[8];
	long reached = 0, missed = 0;

	for (int round = 0; round < rounds; round++) {
		struct iri_str base_text = {b, short_iri(b)}, s = {x, short_iri(x)};
		if (iri_parse(base_text, IRI_WITH_SCHEME, &base, &err) != IRI_OK)
			continue;
		base.fragment = (struct iri_str){NULL, 0};
		if (iri_parse(s, IRI_WITH_SCHEME, &target, &err) != IRI_OK)
			continue;
		out.n = back.n = 0;
		enum iri_status status = iri_relativize(&r, &base, s, &target, &out);
		struct iri_str found = {out.p ? out.p : "", out.n};
		if (status == IRI_OK) {
			/* resolve(base, relative(base, x)) = x */
			reached++;
			CHECK(iri_parse(found, IRI_REFERENCE, &ref, &err) == IRI_OK && iri_resolve(&base, &ref, false, &back) == IRI_OK,
			      "round %d", round);
			CHECK(back.n == s.n && !memcmp(back.p, s.p, s.n), "round %d: %.*s, %.*s -> %.*s", round, (int)base_text.n, b,
			      (int)s.n, x, (int)found.n, found.p);
		} else {
			/* Only what resolution would change has no reference: its path has dot segments to remove. */
			missed++;
			scratch.n = 0;
			iri_remove_dots(target.path, target.authority.p, &scratch);
			CHECK(status == IRI_UNREACHABLE && !(scratch.n == target.path.n &&
			                                     (!scratch.n || !memcmp(scratch.p, target.path.p, scratch.n))),
			      "round %d: %.*s, %.*s", round, (int)base_text.n, b, (int)s.n, x);
		}
		/*
		 * No shorter reference does: all strings of up to 4 of the characters that there are. But with a path that only
		 * its "/." keeps from being an authority, or with encoded dots, other software resolves shorter ones elsewhere.
		 */
		if (round % 200 || (target.path.n > 2 && !memcmp(target.path.p, "/./", 3)) || memchr(base.path.p, '%', base.path.n))
			continue;
		for (unsigned long i = 0; i < 9 + 81 + 729 + 6561 + 1; i++) {
			unsigned long code = i, count = 9;
			size_t n = 0;
			while (code >= (n ? count : 1)) {
				code -= n ? count : 1;
				count = n ? count * 9 : 9;
				n++;
			}
			for (size_t k = 0; k < n; k++, code /= 9)
				any[k] = "/.a:?#bhi"[code % 9];
			if (status == IRI_OK && n >= found.n)
				break;
			if (iri_parse((struct iri_str){any, n}, IRI_REFERENCE, &ref, &err) != IRI_OK)
				continue;
			back.n = 0;
			iri_resolve(&base, &ref, false, &back);
			CHECK(back.n != s.n || memcmp(back.p, s.p, s.n) != 0, "round %d: %.*s, %.*s -> %.*s, but %.*s", round,
			      (int)base_text.n, b, (int)s.n, x, (int)found.n, found.p, (int)n, any);
		}
	}
	CHECK(reached > rounds / 20 && missed > rounds / 100, "only %ld and %ld of %d", reached, missed, rounds);
	iri_relativizer_release(&r);
	iri_buf_free(&out);
	iri_buf_free(&back);
	iri_buf_free(&scratch);
	done("resolve: what is relative resolves back, and nothing shorter does");
}

/* Each character of the Basic Multilingual Plane behind a digit, where text from right to left breaks RFC 5893. */
static void test_host_chars(void)
{
	char host[16] = "http://1";
	int mapped = 0;

	for (uint32_t ch = 0x80; ch < 0xD800; ch++) {
		const size_t n = 8 + iri_utf8_encode(ch, host + 8);
		mapped += laws_of_mapping(0, (struct iri_str){host, n}) == IRI_OK;
	}
	CHECK(mapped > 40000, "%d", mapped);
	done("host: characters of names, one by one");
}

/* Each finding is about the component where it stands, or that is missing. */
static void test_lint_where(void)
{
	static const struct {
		const char *line, *rule;
		enum iri_component where;
	} rows[] = {
		{"HTTP://h/", "scheme-case", IRI_SCHEME},
		{"1a:b", "bad-scheme", IRI_SCHEME},
		{":a", "bad-scheme", IRI_SCHEME},
		{"a", "relative", IRI_SCHEME},
		{"http://u@h/", "userinfo", IRI_USERINFO},
		{"http://u:p@h/", "password", IRI_USERINFO},
		{"http://a.com@h/", "userinfo-like-host", IRI_USERINFO},
		{"http://\xE2\x80\x8B@h/", "invisible", IRI_USERINFO},
		{"http://H/", "host-case", IRI_HOST},
		{"http:///a", "missing-host", IRI_HOST},
		{"http:a", "missing-host", IRI_HOST},
		{"http://[::g]/", "bad-ip-literal", IRI_HOST},
		{"http://a b/", "illegal-char", IRI_HOST},
		{"http://h:80/", "default-port", IRI_PORT},
		{"http://h:/", "empty-port", IRI_PORT},
		{"http://h:x/", "bad-port", IRI_PORT},
		{"http://h/./a", "dot-segments", IRI_PATH},
		{"http://h/e\xCC\x81", "not-nfc", IRI_PATH},
		{"http://h/\xEE\x80\x80", "iprivate-outside-query", IRI_PATH},
		{"http://h/?%7E", "pct-unreserved", IRI_QUERY},
		{"http://h/?\xD7\x90" "a", "bidi-mixed-component", IRI_QUERY},
		{"http://h/?[", "illegal-char", IRI_QUERY},
		{"http://h/#%7e", "pct-case", IRI_FRAGMENT},
		{"http://h/#a", "fragment", IRI_FRAGMENT},
		{"http://h/#\xFF", "bad-utf8", IRI_FRAGMENT},
	};
	struct iri_linter l = {.enabled = UINT64_MAX};
	size_t n;
	const struct iri_rule *const rules = iri_rules(&n);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool found = false;
		CHECK(iri_lint(&l, (struct iri_str){rows[i].line, strlen(rows[i].line)}) == IRI_OK, "%s", rows[i].line);
		for (size_t k = 0; k < l.n; k++)
			if (!strcmp(rules[l.findings[k].rule].id, rows[i].rule)) {
				found = true;
				CHECK(l.findings[k].where == rows[i].where, "%s %s: %s", rows[i].line, rows[i].rule,
				      iri_component_name(l.findings[k].where));
			}
		CHECK(found, "%s %s", rows[i].line, rows[i].rule);
	}
	iri_linter_release(&l);
	done("lint: a finding tells its component");
}

static int by_value(const void *x, const void *y)
{
	const uint32_t *a = x, *b = y;

	return *a < *b ? -1 : *a > *b;
}

static void test_siphash(void)
{
	/* The paper's appendix A has one test vector; those with two more lengths are in its reference implementation. */
	static const struct {
		size_t n;
		uint64_t hash;
	} vectors[] = {{0, UINT64_C(0x726fdb47dd0e0e31)}, {8, UINT64_C(0x93f5f5799a932462)}, {15, UINT64_C(0xa129ca6149be45e5)}};
	unsigned char key[SIPHASH_KEY], bytes[16];

	for (unsigned char i = 0; i < 16; i++)
		key[i] = bytes[i] = i;
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		const uint64_t hash = iri_siphash(key, (struct iri_str){(const char *)bytes, vectors[i].n}, 2, 4);
		CHECK(hash == vectors[i].hash, "%zu: %llx", vectors[i].n, (unsigned long long)hash);
	}
	CHECK(iri_siphash(key, (struct iri_str){NULL, 0}, 2, 4) == vectors[0].hash, "?");
	/* SipHash-1-3 is what CPython 3.11 makes of bytes, with a key of zeros if PYTHONHASHSEED is 0. */
	static const struct {
		const char *text;
		uint64_t hash;
	} one_three[] = {{"h", UINT64_C(0xDDA1D9F60106F0E9)},
	                 {"http://", UINT64_C(0xA36E216A392C398F)},
	                 {"http://h", UINT64_C(0x572230DC4796CD09)},
	                 {"http://h/aaaaaaa", UINT64_C(0x8D821C4972ABDF9A)},
	                 {"http://h/aaaaaaaa", UINT64_C(0x2945C6261FE9854D)}};
	memset(key, 0, sizeof key);
	for (size_t i = 0; i < sizeof one_three / sizeof *one_three; i++) {
		const uint64_t hash = iri_siphash(key, (struct iri_str){one_three[i].text, strlen(one_three[i].text)}, 1, 3);
		CHECK(hash == one_three[i].hash, "%s: %llx", one_three[i].text, (unsigned long long)hash);
	}
	done("siphash: the published test vectors");

	/* Texts that collide, whatever the seed, where words are mixed by multiplication: bits flipped in turn cancel out. */
	enum { PAIRS = 12, TEXTS = 1 << PAIRS };
	static uint32_t hashes[TEXTS];
	char text[16 * PAIRS];
	for (int i = 0; i < TEXTS; i++) {
		memset(text, 'a', sizeof text);
		for (size_t k = 0; k < PAIRS; k++)
			if (i >> k & 1)
				text[16 * k + 7] = text[16 * k + 11] = text[16 * k + 15] = 'a' ^ 0x40;
		hashes[i] = (uint32_t)iri_siphash(key, (struct iri_str){text, sizeof text}, 1, 3);
	}
	qsort(hashes, TEXTS, sizeof *hashes, by_value);
	int same = 0;
	for (int i = 1; i < TEXTS; i++)
		same += hashes[i] == hashes[i - 1];
	CHECK(same == 0, "%d", same);
	done("siphash: texts that are made to collide don't");
}

static void test_redirects(void)
{
	/* A chain of 50,000, a cycle, and pairs apart, in an order that would make trees deep. */
	static const unsigned char key[IRI_REDIRECTS_KEY] = {1};
	struct iri_redirects *r = iri_redirects_new(key);
	struct iri_comparer c = {.redirects = r};
	struct iri_comparison result;
	struct iri_error err;
	char a[64], b[64];
	bool second;

	for (int i = 0; i < 50000; i++) {
		int n = snprintf(a, sizeof a, "http://h/%d", i), m = snprintf(b, sizeof b, "HTTP://H:80/%d#x", (i + 1) % 50000);
		CHECK(iri_redirects_add(r, (struct iri_str){a, (size_t)n}, (struct iri_str){b, (size_t)m}, &second, &err) == IRI_OK,
		      "%s", a);
	}
	static const struct {
		const char *a, *b;
		enum iri_rung rung;
	} rows[] = {
		{"http://h/0", "http://h/49999", IRI_PROTOCOL},      {"http://h/7", "http://h:/25000", IRI_PROTOCOL},
		{"http://h/7#f", "http://h/8#f", IRI_PROTOCOL},      {"http://h/7#f", "http://h/8", IRI_DIFFERENT},
		{"http://h/7", "http://h/50000", IRI_DIFFERENT},     {"http://i/7", "http://i/8", IRI_DIFFERENT},
		{"http://h/7", "http://h/%37", IRI_SYNTAX},          {"http://h/7?", "http://h/8?", IRI_DIFFERENT},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct iri_str x = {rows[i].a, strlen(rows[i].a)}, y = {rows[i].b, strlen(rows[i].b)};
		CHECK(iri_compare(&c, x, y, &result, &err) == IRI_OK && result.rung == rows[i].rung, "%s %s: %d", rows[i].a,
		      rows[i].b, (int)result.rung);
	}
	CHECK(iri_redirects_add(r, (struct iri_str){"b", 1}, (struct iri_str){"http://h/", 9}, &second, &err) == IRI_NO_SCHEME &&
	              !second, "?");
	CHECK(iri_redirects_add(r, (struct iri_str){"a:", 2}, (struct iri_str){"http:// /", 9}, &second, &err) == IRI_BAD_CHAR &&
	              second, "?");
	iri_redirects_free(r);
	iri_comparer_release(&c);
	done("compare: redirects in chains and cycles");
}

static void test_repair(void)
{
	struct iri_buf out = {0}, again = {0};
	struct iri_error err;
	struct iri_ref ref;
	char buf[256];

	for (int round = 0; round < 100000; round++) {
		size_t n = hostile(buf, sizeof buf);
		struct iri_str s = {buf, n};
		out.n = again.n = 0;
		size_t past = SIZE_MAX;
		iri_repair(s, &out, &(struct iri_offsets){&past, 1, 0});
		CHECK(past == n, "round %d", round);
		if (iri_parse(s, IRI_REFERENCE, &ref, &err) == IRI_OK)
			CHECK(out.n == n && (!n || !memcmp(out.p, buf, n)), "round %d: not the identity on %.*s", round, (int)n, buf);
		/* Offsets go back in order, and a byte that stays comes from one that is the same. */
		size_t offsets[1024], count = out.n < 1024 ? out.n : 1024;
		for (size_t at = 0; at < count; at++)
			offsets[at] = at;
		iri_repair(s, &again, &(struct iri_offsets){offsets, count, 0});
		for (size_t at = 0; at < count; at++) {
			CHECK(offsets[at] < n && offsets[at] >= (at ? offsets[at - 1] : 0), "round %d: %zu from %zu", round, at,
			      offsets[at]);
			CHECK(iri_byte_class(buf[offsets[at]]) == 0 || buf[offsets[at]] == out.p[at] || buf[offsets[at]] == '\\',
			      "round %d: %zu from %zu", round, at, offsets[at]);
		}
	}
	iri_buf_free(&out);
	iri_buf_free(&again);
	done("iri_repair: the identity on IRIs, and offsets lead back");
}

static void test_hosts(void)
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

	/* Names of what is mapped, ignored, disallowed, or from right to left, in every tool. */
	static const char *const pieces[] = {
		"a", "B", "2", "-", ".", ".", ".", "\xE3\x80\x82", "\xC3\xA9", "\xC3\x9F", "\xE1\xBA\x9E", "=", "%3C", "\xEF\xBC\x9E",
		"\xE2\x89\xA0", "\xE2\x89\xAF", "\xCC\xB8", "\xCC\xA7", "\xC2\xAD", "\xE2\x80\x8B", "\xD7\x90", "\xD7\x91", "\xD8\xA7",
		"\xD9\xA0", "\xDB\xB0", "%D7%90", "%E1%BA%9E", "xn--4db", "xn--1ch", "xn--9ca", "\xE2\x80\x8D", "\xC2\xB7", "!", "\xE2\x91\xA0",
	};
	long well = 0;
	for (int round = 0; round < 60000; round++) {
		size_t n = (size_t)sprintf(name, "http://");
		for (unsigned k = 1 + rng() % 6; k--;)
			n += (size_t)sprintf(name + n, "%s", pieces[rng() % (sizeof pieces / sizeof *pieces)]);
		char *p = exactly(name, n);
		well += laws_of_mapping(0, (struct iri_str){p, n}) == IRI_OK;
		laws_of_unmapping((unsigned)round % WAYS_TO_IRI, (struct iri_str){p, n});
		if (round % 4 == 0)
			laws_of_normal_forms((struct iri_str){p, n});
		if (round % 4 == 1)
			laws_of_linting((struct iri_str){p, n});
		free(p);
	}
	CHECK(well > 3000, "only %ld", well);
	done("host: names that are mapped are domain names, for every tool");
}

static void test_scheme(void)
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

static void test_nfc(void)
{
	static const char *const pieces[] = {
		"a", "e", "\xCC\x81", "\xCC\x81", "\xCC\xA3", "\xCC\xA7", "\xC3\xA9", "\xE1\xBB\x87", "\xE1\x84\x80", "\xE1\x85\xA1",
		"\xE1\x86\xA8", "\xEA\xB0\x80", "\xE2\x84\xAB", "\xE0\xA4\x95\xE0\xA4\xBC", "\xEF\xAD\x8A", "\xD7\xA9\xD7\x81",
		"/", "\xE3\x81\x8B\xE3\x82\x99", "\xF0\x9D\x85\x97\xF0\x9D\x85\xA5", "\xE1\xBE\x82", "\xCD\x85", "\xF0\x9F\x98\x80",
	};
	struct iri_buf out = {0};
	char buf[256];

	for (int round = 0; round < 100000; round++) {
		size_t n = 0;
		while (rng() % 10 && n + 16 < sizeof buf) {
			const char *piece = pieces[rng() % (sizeof pieces / sizeof *pieces)];
			memcpy(buf + n, piece, strlen(piece));
			n += strlen(piece);
		}
		buf[n] = '\0';
		out.n = 0;
		char *p = exactly(buf, n);
		iri_nfc((struct iri_str){p, n}, &out, NULL);
		char *want = (char *)utf8proc_NFC((const utf8proc_uint8_t *)buf);
		CHECK(want && out.n == strlen(want) && !memcmp(out.p ? out.p : "", want, out.n), "round %d", round);
		free(want);
		free(p);
	}
	done("nfc: in pieces and with marks ordered beforehand, as utf8proc does it whole");

	/* What is not UTF-8 passes, and offsets lead back. */
	static const char odd[] = "e\xFF\xCC\x81\xC3\xCC\x81x\xCC";
	out.n = 0;
	iri_nfc((struct iri_str){odd, sizeof odd - 1}, &out, NULL);
	CHECK(out.n == sizeof odd - 1 && !memcmp(out.p, odd, out.n), "%zu", out.n);
	size_t offsets[16] = {0};
	for (size_t at = 0; at < sizeof odd; at++)
		offsets[at] = at;
	out.n = 0;
	iri_nfc((struct iri_str){odd, sizeof odd - 1}, &out, &(struct iri_offsets){offsets, sizeof odd, 0});
	for (size_t at = 0; at < sizeof odd; at++)
		CHECK(offsets[at] <= at && at - offsets[at] < 3, "%zu from %zu", at, offsets[at]);
	/* a é space b: the space is byte 3 of 5, and was byte 4; é was bytes 1 to 3 */
	size_t sum[5] = {0, 1, 2, 3, 9};
	out.n = 0;
	iri_nfc((struct iri_str){"ae\xCC\x81 b", 6}, &out, &(struct iri_offsets){sum, 5, 0});
	CHECK(sum[0] == 0 && sum[1] == 1 && sum[2] == 1 && sum[3] == 4 && sum[4] == 6, "%zu %zu", sum[1], sum[3]);
	iri_buf_free(&out);
	done("nfc: bytes that are not UTF-8 pass, and offsets lead back");
}

static void test_pct(void)
{
	struct iri_buf out = {0};
	char all[256];

	for (int i = 0; i < 256; i++)
		all[i] = (char)i;
	iri_pct_encode(&out, (struct iri_str){all, 256});
	CHECK(out.n == 768 && !memcmp(out.p, "%00%01", 6) && !memcmp(out.p + 765, "%FF", 3), "%zu", out.n);
	struct iri_buf back = {0};
	iri_pct_decode(&back, (struct iri_str){out.p, out.n});
	CHECK(back.n == 256 && !memcmp(back.p, all, 256), "%zu", back.n);
	back.n = 0;
	iri_pct_decode(&back, (struct iri_str){"%4%41%aF%", 9});
	CHECK(back.n == 5 && !memcmp(back.p, "%4A\xAF%", 5), "%zu", back.n);
	iri_buf_free(&out);
	iri_buf_free(&back);
	done("pct: there and back");
}

/* An argument makes the generated tests of conversion to IRIs and normal forms so many rounds long. */
int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 100000;

	setvbuf(stdout, NULL, _IOLBF, 0); /* so that "make check" shows each test when it is done */
	test_utf8();
	test_chars();
	test_scan();
	test_parse();
	test_absence();
	test_to_uri();
	test_to_iri(rounds);
	test_dots();
	test_norm(rounds);
	test_siphash();
	test_redirects();
	test_resolve(rounds);
	test_padding(rounds);
	test_plain(rounds / 10);
	test_resolve_plain(rounds);
	test_host_chars();
	test_lint_where();
	test_relative(rounds);
	test_repair();
	test_hosts();
	test_scheme();
	test_nfc();
	test_pct();
	printf("1..%d\n", tests);
	return failures != 0;
}
