/* SPDX-License-Identifier: ISC */
#include "chars.h"

#include <stddef.h>

#define DIGITS (CHAR_DIGIT | CHAR_HEXDIG | CHAR_SCHEME | CHAR_UNRESERVED)
#define LETTER (CHAR_ALPHA | CHAR_SCHEME | CHAR_UNRESERVED)
#define HEXLET (LETTER | CHAR_HEXDIG)
#define MARKED (CHAR_SCHEME | CHAR_UNRESERVED) /* "-" and "." may stand in a scheme */
#define UNRESV CHAR_UNRESERVED
#define SUBDEL CHAR_SUB_DELIM
#define EXCLUD CHAR_EXCLUDED

/* Section 2.2 and RFC 3986, section 2 */
const uint16_t iri_ascii_class[256] = {
	[0x00] = EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD,
	[0x08] = EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD,
	[0x10] = EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD,
	[0x18] = EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD, EXCLUD,
	[' '] = EXCLUD, ['"'] = EXCLUD, ['<'] = EXCLUD, ['>'] = EXCLUD, ['\\'] = EXCLUD,
	['^'] = EXCLUD, ['`'] = EXCLUD, ['{'] = EXCLUD, ['|'] = EXCLUD, ['}'] = EXCLUD, [0x7F] = EXCLUD,
	['!'] = SUBDEL, ['$'] = SUBDEL, ['&'] = SUBDEL, ['\''] = SUBDEL, ['('] = SUBDEL, [')'] = SUBDEL,
	['*'] = SUBDEL, ['+'] = SUBDEL | CHAR_SCHEME, [','] = SUBDEL, [';'] = SUBDEL, ['='] = SUBDEL,
	['-'] = MARKED, ['.'] = MARKED, ['_'] = UNRESV, ['~'] = UNRESV,
	[':'] = CHAR_COLON, ['@'] = CHAR_AT, ['/'] = CHAR_SLASH, ['?'] = CHAR_QUESTION,
	['0'] = DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS,
	['A'] = HEXLET, HEXLET, HEXLET, HEXLET, HEXLET, HEXLET,
	['G'] = LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER,
	['Q'] = LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER,
	['a'] = HEXLET, HEXLET, HEXLET, HEXLET, HEXLET, HEXLET,
	['g'] = LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER,
	['q'] = LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER,
};

#define TWO 2, 2, 2, 2, 2, 2, 2, 2

/* U+00C0-07FF but for U+0600-063F, among which is a bidi control; U+1000-1FFF; U+3000-CFFF. */
const uint8_t iri_plain_length[256] = {
	[0xC3] = 2, 2, 2, 2, 2, [0xC8] = TWO, [0xD0] = TWO, [0xD8] = 0, 2, 2, 2, 2, 2, 2, 2,
	[0xE1] = 3, [0xE3] = 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
};

/*
 * Section 2.2, ucschar and iprivate, as the ranges between which the class changes. Bidi controls are
 * those that section 4.1 names, and those that Unicode has added since for the same purpose (U+061C in
 * 6.3, U+2066-2069 in 6.3): they would not show, so nobody could type such an IRI from what is seen.
 */
static const struct {
	uint32_t first; /* the class holds from here up to the next row's first */
	unsigned class;
} ranges[] = {
	{0x80, CHAR_OTHER},       {0xA0, CHAR_UCSCHAR},   {0x61C, CHAR_BIDI},     {0x61D, CHAR_UCSCHAR},
	{0x200E, CHAR_BIDI},      {0x2010, CHAR_UCSCHAR}, {0x202A, CHAR_BIDI},    {0x202F, CHAR_UCSCHAR},
	{0x2066, CHAR_BIDI},      {0x206A, CHAR_UCSCHAR}, {0xD800, CHAR_OTHER},   {0xE000, CHAR_IPRIVATE},
	{0xF900, CHAR_UCSCHAR},   {0xFDD0, CHAR_OTHER},   {0xFDF0, CHAR_UCSCHAR}, {0xFFF0, CHAR_OTHER},
	{0x10000, CHAR_UCSCHAR},
};

unsigned iri_char_class_search(uint32_t ch)
{
	if (ch >= 0x10000) {
		if ((ch & 0xFFFF) >= 0xFFFE || ch > 0x10FFFF)
			return CHAR_OTHER; /* the last two of each plane are noncharacters */
		if (ch >= 0xF0000)
			return CHAR_IPRIVATE;
		/* Of plane 14, only what follows the tags and variation selectors. */
		return ch >= 0xE0000 && ch < 0xE1000 ? CHAR_OTHER : CHAR_UCSCHAR;
	}

	size_t lo = 0, hi = sizeof ranges / sizeof *ranges;
	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;
		if (ranges[mid].first <= ch)
			lo = mid;
		else
			hi = mid;
	}
	return ranges[lo].class;
}
