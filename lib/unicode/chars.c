/* SPDX-License-Identifier: ISC */
#include "chars.h"

#include "unicode.h"

#include <string.h>

#define DIGITS (CHAR_DIGIT | CHAR_HEXDIG | CHAR_SCHEME | CHAR_UNRESERVED)
#define LETTER (CHAR_ALPHA | CHAR_SCHEME | CHAR_UNRESERVED)
#define HEXLET (LETTER | CHAR_HEXDIG)
#define HYPDOT (CHAR_SCHEME | CHAR_UNRESERVED) /* "-" and "." may stand in a scheme */
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
	['-'] = HYPDOT, ['.'] = HYPDOT, ['_'] = UNRESV, ['~'] = UNRESV,
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

/* U+00C0 to U+CFFF, except what iri_common_second excludes. */
const uint8_t iri_common_length[256] = {
	[0xC3] = 2, 2, 2, 2, 2, [0xC8] = TWO, [0xD0] = TWO, [0xD8] = TWO,
	[0xE0] = 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
};

/* Excludes U+0600 to U+061C and U+2000 to U+207F, which contain bidi controls, and overlong sequences after 0xE0. */
const uint8_t iri_common_second[256] = {[0xD8] = 0x9D, [0xE0] = 0xA0, [0xE2] = 0x82};

/*
 * Classes of non-ASCII characters (section 2.2, ucschar and iprivate) as ranges. Bidi controls are those that section
 * 4.1 names, and those that Unicode has added since for the same purpose (U+061C and U+2066 to U+2069, both in 6.3).
 * All of them are invisible, so nobody who sees an IRI with one of them could type it.
 */
static const struct {
	uint32_t first; /* the range ends before the next row's first */
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
		/* In plane 14, ucschar begins after the tags and variation selectors. */
		return ch >= 0xE0000 && ch < 0xE1000 ? CHAR_OTHER : CHAR_UCSCHAR;
	}

	size_t i = sizeof ranges / sizeof *ranges - 1;
	while (i > 0 && ranges[i].first > ch)
		i--;
	return ranges[i].class;
}

/* Whether ch is full-width punctuation that is ordinary in Chinese and Japanese text and looks like no delimiter. */
static bool is_cjk_punctuation(uint32_t ch)
{
	return ch == 0xFF01 || ch == 0xFF08 || ch == 0xFF09 || ch == 0xFF0C || ch == 0xFF1B; /* ！ （ ） ， ； */
}

/*
 * Writes the normal form of a character to `form`: NFC or, if compat is UTF8PROC_COMPAT, NFKC. Returns its length in
 * characters, at most 32, or 0 after an error.
 */
static size_t normal_form(uint32_t ch, int compat, utf8proc_int32_t form[32])
{
	const utf8proc_option_t options = (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | compat);
	utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)ch, form, 32, options, NULL);

	if (n < 0 || n > 32)
		return 0; /* cannot happen: the longest has 18 */
	n = utf8proc_normalize_utf32(form, n, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
	return n < 0 ? 0 : (size_t)n;
}

bool iri_char_is_wide_form(uint32_t ch)
{
	const utf8proc_propval_t type = iri_property(ch)->decomp_type;

	return type == UTF8PROC_DECOMP_TYPE_WIDE || type == UTF8PROC_DECOMP_TYPE_NARROW;
}

bool iri_char_is_compat(uint32_t ch)
{
	utf8proc_int32_t form[32], compat[32];

	if (iri_property(ch)->decomp_seqindex == UINT16_MAX)
		return false;
	const size_t n = normal_form(ch, 0, form);
	return n != normal_form(ch, UTF8PROC_COMPAT, compat) || memcmp(form, compat, n * sizeof *form) != 0;
}

/* Returns why rule 5 or 6 keeps ch encoded, or IRI_ESCAPED_NOT. ch has a decomposition; p has its properties. */
static enum iri_escape_reason decomposable_kept(uint32_t ch, const utf8proc_property_t *p)
{
	utf8proc_int32_t form[32];
	size_t n = normal_form(ch, UTF8PROC_COMPAT, form);

	/* Most letters compose again. */
	if ((n == 1 && form[0] == (utf8proc_int32_t)ch) || is_cjk_punctuation(ch))
		return IRI_ESCAPED_NOT;
	if (iri_char_is_wide_form(ch))
		return IRI_ESCAPED_LOOK_ALIKE;
	bool ascii = false;
	for (size_t i = 0; i < n; i++)
		ascii = ascii || form[i] < 0x80;
	if (!p->decomp_type) {
		/* its decomposition is canonical: does it compose to itself? */
		n = normal_form(ch, 0, form);
		if (n != 1 || form[0] != (utf8proc_int32_t)ch)
			return IRI_ESCAPED_NFC;
	}
	return ascii ? IRI_ESCAPED_LOOK_ALIKE : IRI_ESCAPED_NOT;
}

/* Returns why one of the rules 3 to 6 keeps ch encoded, or IRI_ESCAPED_NOT. p has the properties of ch. */
static enum iri_escape_reason safe_kept(uint32_t ch, const utf8proc_property_t *p)
{
	switch (p->category) {
	case UTF8PROC_CATEGORY_CN: return IRI_ESCAPED_UNASSIGNED;
	case UTF8PROC_CATEGORY_ZS:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
	case UTF8PROC_CATEGORY_CC: return IRI_ESCAPED_INVISIBLE;
	}
	if (p->ignorable || iri_unicode(ch) & HIDDEN)
		return IRI_ESCAPED_INVISIBLE;
	const enum iri_escape_reason why =
	        p->decomp_seqindex != UINT16_MAX ? decomposable_kept(ch, p) : IRI_ESCAPED_NOT;
	return !why && iri_unicode(ch) & LOOK_ALIKE ? IRI_ESCAPED_LOOK_ALIKE : why;
}

/*
 * Whether ch is a combining mark, or has the grapheme break class V or T, as jamo for vowels and final consonants have.
 * p has its properties. In Unicode to date, no other characters compose with one before them. U+11A7 is a jamo that
 * does not compose, but utf8proc up to 2.8 deletes it after a Hangul syllable, so it must not get into a sequence that
 * utf8proc composes.
 */
static bool extends(uint32_t ch, const utf8proc_property_t *p)
{
	return ch >= 0x300 && ch != 0x11A7 &&
	       (p->category == UTF8PROC_CATEGORY_MN || p->category == UTF8PROC_CATEGORY_MC ||
	        p->category == UTF8PROC_CATEGORY_ME || p->boundclass == UTF8PROC_BOUNDCLASS_V ||
	        p->boundclass == UTF8PROC_BOUNDCLASS_T);
}

bool iri_char_extends(uint32_t ch)
{
	return extends(ch, iri_property(ch));
}

struct iri_verdict iri_char_verdict(uint32_t ch, enum iri_component where, bool safe)
{
	struct iri_verdict c = {IRI_ESCAPED_NOT, false};

	switch (iri_char_class(ch)) {
	case CHAR_OTHER: c.kept = IRI_ESCAPED_GRAMMAR; break;
	case CHAR_IPRIVATE: c.kept = where == IRI_QUERY ? IRI_ESCAPED_NOT : IRI_ESCAPED_GRAMMAR; break;
	case CHAR_BIDI: c.kept = IRI_ESCAPED_BIDI; break;
	}
	if (safe) {
		const utf8proc_property_t *p = iri_property(ch);
		c.extends = extends(ch, p);
		if (!c.kept)
			c.kept = safe_kept(ch, p);
	}
	return c;
}

bool iri_char_fakes_delimiter(uint32_t ch)
{
	const bool decomposes = ch >= 0x80 && iri_property(ch)->decomp_seqindex != UINT16_MAX;
	utf8proc_int32_t form[32];
	const size_t n = decomposes ? normal_form(ch, UTF8PROC_COMPAT, form) : 0;

	for (size_t i = 0; i < n; i++)
		if (form[i] < 0x80)
			return n == 1 && form[0] > ' ' && strchr("/:.?#[]@%&=;\\", form[0]);
	return iri_unicode(ch) & LOOK_ALIKE;
}

bool iri_char_opens(uint32_t ch)
{
	if (ch < 0x80)
		return ch && strchr("\"'(<[`{", (int)ch);
	/* Some languages open a quotation with the character that closes it in others. */
	const int category = iri_property(ch)->category;
	return category == UTF8PROC_CATEGORY_PS || category == UTF8PROC_CATEGORY_PI || category == UTF8PROC_CATEGORY_PF;
}

bool iri_char_is_cjk_letter(uint32_t ch)
{
	return iri_unicode(ch) & CJK_LETTER && !iri_char_is_wide_form(ch);
}

uint32_t iri_char_canonical(uint32_t ch)
{
	const bool decomposes = iri_property(ch)->decomp_seqindex != UINT16_MAX;
	utf8proc_int32_t form[32];

	return decomposes && normal_form(ch, 0, form) == 1 ? (uint32_t)form[0] : ch;
}

bool iri_char_looks_distinct(uint32_t ch)
{
	switch (iri_property(ch)->decomp_type) {
	case UTF8PROC_DECOMP_TYPE_SUPER:
	case UTF8PROC_DECOMP_TYPE_SUB:
	case UTF8PROC_DECOMP_TYPE_FRACTION:
	case UTF8PROC_DECOMP_TYPE_CIRCLE:
	case UTF8PROC_DECOMP_TYPE_SQUARE: return true;
	default: return false;
	}
}

bool iri_char_is_virama(uint32_t ch)
{
	return iri_property(ch)->combining_class == 9;
}

uint32_t iri_char_zero(uint32_t ch)
{
	uint32_t zero = ch;

	if (ch < 0x80)
		return iri_is_digit((char)ch) ? '0' : 0;
	if (iri_property(ch)->category != UTF8PROC_CATEGORY_ND)
		return 0;
	/* The five sets of mathematical digits follow each other without a gap. */
	if (ch >= 0x1D7CE && ch <= 0x1D7FF)
		return ch - (ch - 0x1D7CE) % 10;
	while (ch - zero < 9 && iri_property(zero - 1)->category == UTF8PROC_CATEGORY_ND)
		zero--;
	return zero;
}
