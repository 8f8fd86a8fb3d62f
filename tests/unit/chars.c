/* SPDX-License-Identifier: ISC */
/* lib/chars.c: classes of characters */
#include "unit.h"

#include "../../lib/chars.h"

#include <string.h>

void test_chars(void)
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
