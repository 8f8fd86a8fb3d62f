/* SPDX-License-Identifier: ISC */
/* The classes of characters are those of RFC 3987, section 2.2, and RFC 3986, sections 2.2 and 2.3. */
#include "unit.h"

#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"

#include <stdlib.h>

/* The classes of RFC 3987, section 2.2, written again as ranges, independent of the table in lib/ */
static unsigned expected_class(uint32_t ch)
{
	static const struct {
		uint32_t first, last;
		unsigned class;
	} ranges[] = {
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
	static const uint32_t bidi[] = {
		0x61C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
	};

	for (size_t i = 0; i < COUNT(bidi); i++)
		if (ch == bidi[i])
			return CHAR_BIDI;
	for (size_t i = 0; i < COUNT(ranges); i++)
		if (ch >= ranges[i].first && ch <= ranges[i].last)
			return ranges[i].class;
	return CHAR_OTHER;
}

static void check_non_ascii(void)
{
	for (uint32_t ch = 0x80; ch <= 0x10FFFF; ch += stride) {
		const unsigned want = expected_class(ch);
		char utf8[4];
		CHECK(iri_char_class(ch) == want, "U+%04X", (unsigned)ch);
		const size_t n = iri_utf8_encode(ch, utf8), common = iri_common_sequence(utf8);
		CHECK(common == 0 || (common == n && want == CHAR_UCSCHAR), "U+%04X", (unsigned)ch);
	}
}

/* Every sequence that iri_common_sequence accepts is well-formed, for all values of the first two bytes. */
static void check_common_sequences(void)
{
	for (unsigned first = 0; first < 256; first++)
		for (unsigned second = 0; second < 256; second++) {
			char bytes[4] = {(char)first, (char)second, '\x80'};
			const size_t n = iri_common_sequence(bytes);
			uint32_t ch;
			CHECK(!n || iri_utf8_decode(bytes, bytes + n, &ch) == n, "%02X %02X 80", first, second);
			bytes[2] = '\xBF';
			CHECK(!n || iri_utf8_decode(bytes, bytes + n, &ch) == n, "%02X %02X BF", first, second);
		}
}

static bool is_among(int c, const char *set)
{
	return c && strchr(set, c);
}

static void check_ascii(void)
{
	for (int c = 0; c < 256; c++) {
		const unsigned class = iri_byte_class((char)c);
		const bool alpha = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'), digit = c >= '0' && c <= '9';
		const struct {
			unsigned class;
			bool want;
		} rows[] = {
			{CHAR_ALPHA, alpha},
			{CHAR_DIGIT, digit},
			{CHAR_HEXDIG, digit || is_among(c, "ABCDEFabcdef")},
			{CHAR_SCHEME, alpha || digit || is_among(c, "+-.")},
			{CHAR_UNRESERVED, alpha || digit || is_among(c, "-._~")},
			{CHAR_SUB_DELIM, is_among(c, "!$&'()*+,;=")},
			{CHAR_EXCLUDED, c <= ' ' || c == 0x7F || is_among(c, "<>\"{}|\\^`")},
			{~0u, c < 0x80 && !is_among(c, "%#[]")},
		};
		for (size_t i = 0; i < COUNT(rows); i++)
			CHECK(!(class & rows[i].class) == !rows[i].want, "%02X, row %zu", (unsigned)c, i);
	}
}

static void check_name(char *const *cells)
{
	const char *const name = iri_char_name((uint32_t)strtoul(cells[0], NULL, 16));

	CHECK(name ? cells[1] && !strcmp(name, cells[1]) : !cells[1], "%s: %s", cells[0], name ? name : "none");
}

/* Which characters messages show by their numbers (uri2iri(1), rules 1 to 4) */
static void check_hidden(void)
{
	static const uint32_t hidden[] = {
		0x00, 0x1F, 0x7F, 0x85, 0xA0, 0xAD, 0x200B, 0x202E, 0x2028, 0x0378, 0xFFFE, 0xE0041, 0x110000,
		UINT32_MAX,
	};
	static const uint32_t shown[] = {' ', '~', 0xE9, 0x430, 0xE000, 0x10FFFD, 0x1F600};

	for (size_t i = 0; i < COUNT(hidden); i++)
		CHECK(iri_char_is_hidden(hidden[i]), "%04X", (unsigned)hidden[i]);
	for (size_t i = 0; i < COUNT(shown); i++)
		CHECK(!iri_char_is_hidden(shown[i]), "%04X", (unsigned)shown[i]);
}

void test_chars(void)
{
	check_non_ascii();
	check_common_sequences();
	done("chars: ucschar, iprivate and bidi controls, for every code point");
	check_ascii();
	done("chars: the classes of ASCII characters");
	each_row("names.tsv", check_name);
	done("chars: the names of hidden characters");
	check_hidden();
	done("chars: hidden characters");
}
