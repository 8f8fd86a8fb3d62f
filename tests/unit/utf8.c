/* SPDX-License-Identifier: ISC */
/* lib/utf8.c: strict UTF-8 */
#include "unit.h"

#include "../../lib/utf8.h"

#include <stdlib.h>
#include <string.h>

void test_utf8(void)
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
