/* SPDX-License-Identifier: ISC */
/* The classes of characters are those of RFC 3987, section 2.2, and RFC 3986, sections 2.2 and 2.3. */
#include "unit.h"

#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"

#include <stdlib.h>

/* The classes of RFC 3987, section 2.2, written again as ranges, independent of the table in lib/; 0 is CHAR_OTHER */
static unsigned short expected_class[0x110000];

static void set_range(char *const *cells)
{
	static const char *const names[] = {"ucschar", "iprivate", "bidi"};
	static const unsigned short classes[] = {CHAR_UCSCHAR, CHAR_IPRIVATE, CHAR_BIDI};
	const size_t last = strtoul(cells[1], NULL, 16);

	for (size_t ch = strtoul(cells[0], NULL, 16); ch <= last; ch++)
		expected_class[ch] = classes[word_of(cells[2], names, COUNT(names))];
}

static void check_non_ascii(void)
{
	for (uint32_t ch = 0x80; ch <= 0x10FFFF; ch += stride) {
		const unsigned want = expected_class[ch] ? expected_class[ch] : CHAR_OTHER;
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
static void check_hidden(char *const *cells)
{
	CHECK(iri_char_is_hidden((uint32_t)strtoul(cells[0], NULL, 16)) == is_true(cells[1]), "%s", cells[0]);
}

void test_chars(void)
{
	each_row("classes.tsv", set_range);
	check_non_ascii();
	check_common_sequences();
	done("chars: ucschar, iprivate and bidi controls, for every code point");
	check_ascii();
	done("chars: the classes of ASCII characters");
	each_row("names.tsv", check_name);
	done("chars: the names of hidden characters");
	each_row("hidden.tsv", check_hidden);
	done("chars: hidden characters");
}
