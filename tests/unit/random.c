/* SPDX-License-Identifier: ISC */
/* Random text */
#include "unit.h"

#include "../../lib/utf8.h"

#include <string.h>

/* Small and fixed, so that a failure can be repeated (Marsaglia, xorshift). */
uint32_t rng(void)
{
	static uint32_t x = 2463534242u;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}

/* Random text from an alphabet of everything that matters to the grammar. */
size_t hostile(char *buf, size_t most)
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

size_t put_encoded(char *buf, const char *bytes, size_t n)
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
size_t random_uri(char *buf, size_t most)
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
