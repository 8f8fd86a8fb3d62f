/* SPDX-License-Identifier: ISC */
/* Random input for the unit tests. */
#include "unit.h"

#include "lib/unicode/utf8.h"

static uint32_t state;

void rng_start(void)
{
	state = 2463534242u; /* Marsaglia, "Xorshift RNGs", 2003 */
}

uint32_t rng(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

size_t put(char *to, const char *text)
{
	const size_t n = strlen(text);

	memcpy(to, text, n);
	return n;
}

size_t put_encoded(char *to, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *const digits = rng() % 4 ? "0123456789ABCDEF" : "0123456789abcdef";
		const unsigned char c = (unsigned char)bytes[i];
		*to++ = '%';
		*to++ = digits[c >> 4];
		*to++ = digits[c & 15];
	}
	return 3 * n;
}

size_t put_hostile(char *to, size_t size)
{
	static const char *const pieces[] = {
		"a", "B", "7", ":", ":", "/", "/", "//", "?", "#", "[", "]", "[::1]", "@", "%41", "%e9",
		"%C3%A9", "%", "%u00e9", "%uD83D%uDE00", ".", "..", "-", "+", " ", "\\", "<", "\x01",
		"\xC3\xA9", "\xE2\x80\x8E", "\xEE\x80\x80", "\xF0\x9F\x98\x80", "\xFF", "\xE2\x82", "http",
		"http://", "https:\\\\", "xn--", "1.2.3.4", "\xE2\x91\xA0", "e\xCC\x81", "\xD7\x90", "&", "=",
		"\xEF\xBF\xBE", "file:", "mailto:a@", ",", "%22",
		"xmpp://h/a@", "\xD1\x80",
	};
	size_t n = 0;

	while (rng() % 12 && n + 16 < size)
		n += put(to + n, ANY_OF(pieces));
	return n;
}

static uint32_t random_char(void)
{
	static const uint32_t odd[] = {
		0x200C, 0x200D, 0xFE0E, 0xFE0F, 0x300, 0x301, 0x323, 0x338, 0x3099, 0x1161, 0x11A8, 0x1100,
		0xAC00, 0x5D0, 0x5D1, 0x627, 0x660, 0x202E, 0x200E, 0x2066, 0x61C, 0x2764, 0x1F525, 0x1F3FD,
		0x94D, 0x915, 0x937, 0xE000, 0x10FFFD, 0xFFFE, 0xFDD0, 0xAD, 0x3000, 0x2028, 0x85, 0x378,
		0x212B, 0xFF0F, 0xFF08, 0x2044, 0x2044, 0xA789, 0xE0001, 0xE9, 0x65, 0x41, 0x2F, 0x25, 0x20,
		0x3A, 0x7E, 0x0,
	};
	uint32_t ch;

	switch (rng() % 6) {
	case 0:
		do
			ch = rng() % 0x110000;
		while (ch >= 0xD800 && ch < 0xE000);
		return ch;
	case 1: return 0x80 + rng() % 0xB000;
	default: return ANY_OF(odd);
	}
}

size_t put_uri(char *to, size_t size)
{
	static const char *const starts[] = {
		"", "/", "?", "#", "http://h/", "foo://u@", "http://", "http://xn--9ca.e/", "a:",
		"http://xn--mgbh0fb.xn--", "//", "http://xn--fa-hia.A/", "https://u@h?", "http://xn--ab-1pb/",
		"mailto:a@", "mailto:A@xn--9ca.E,%22,%22@",
		"tel:+1-2;a=b;", "tel:A1;phone-context=", "urn:uuid:", "URN:A:b?+", "http://[1:0:0::0]/",
		"x://[::FFFF:1.2.3.4]:80/", "icap://h:1344/", "acct:a@", "acct:B@xn--9ca.E",
	};
	static const char *const ill_formed[] = {
		"\xC0\xAF", "\xC3", "\xE2\x82", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\x80",
		"\xF0\x9F\x98", "\xE0\x80\xAF", "\xF8\x88\x80\x80",
	};
	static const char plain[] = "abcXYZ019-._~!$&'()*+,;=/";
	size_t n = put(to, ANY_OF(starts));

	while (rng() % 16 && n + 16 < size) {
		char utf8[4];
		const char *bytes;
		switch (rng() % 8) {
		case 0: to[n++] = plain[rng() % strlen(plain)]; break;
		case 1:
			bytes = ANY_OF(ill_formed);
			n += put_encoded(to + n, bytes, strlen(bytes));
			break;
		default: n += put_encoded(to + n, utf8, iri_utf8_encode(random_char(), utf8));
		}
	}
	return n;
}
