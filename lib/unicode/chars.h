/* SPDX-License-Identifier: ISC */
/* Classes and properties of characters. The classes are named after the rules of section 2.2. */
#ifndef IRI_CHARS_H
#define IRI_CHARS_H

#include "utf8.h"

#include "lib/iri.h"

enum {
	CHAR_ALPHA = 1 << 0,
	CHAR_DIGIT = 1 << 1,
	CHAR_HEXDIG = 1 << 2,
	CHAR_SCHEME = 1 << 3,    /* ALPHA / DIGIT / "+" / "-" / "." */
	CHAR_UNRESERVED = 1 << 4,
	CHAR_SUB_DELIM = 1 << 5,
	CHAR_COLON = 1 << 6,
	CHAR_AT = 1 << 7,
	CHAR_SLASH = 1 << 8,
	CHAR_QUESTION = 1 << 9,
	CHAR_EXCLUDED = 1 << 10, /* ASCII that a URI cannot contain: controls, space < > " { } | \ ^ ` */
	/* Non-ASCII: */
	CHAR_UCSCHAR = 1 << 11,
	CHAR_BIDI = 1 << 12,     /* a bidi control (section 4.1), within the ranges of ucschar */
	CHAR_IPRIVATE = 1 << 13,
	CHAR_OTHER = 1 << 14,    /* C1 controls, noncharacters, specials, U+E0000-E0FFF */

	/* The ASCII characters that each component may contain, apart from pct-encoded. */
	CHARS_REG_NAME = CHAR_UNRESERVED | CHAR_SUB_DELIM,
	CHARS_USERINFO = CHARS_REG_NAME | CHAR_COLON,
	CHARS_SEGMENT_NC = CHARS_REG_NAME | CHAR_AT,
	CHARS_PCHAR = CHARS_SEGMENT_NC | CHAR_COLON,
	CHARS_PATH = CHARS_PCHAR | CHAR_SLASH,
	CHARS_QUERY = CHARS_PATH | CHAR_QUESTION,
	CHARS_FRAGMENT = CHARS_QUERY,
};

/* The classes of each ASCII character, as a sum. 0 for "%", "#", "[", "]", and for every byte from 0x80 on. */
extern const uint16_t iri_ascii_class[256];

/* Returns the class of a character from U+0080 on, by search. Each such character has exactly one class. */
unsigned iri_char_class_search(uint32_t ch);

/* Returns the same as iri_char_class_search, without a search for most of the Basic Multilingual Plane. */
static inline unsigned iri_char_class(uint32_t ch)
{
	if ((ch >= 0x2070 && ch < 0xD800) || (ch >= 0xA0 && ch < 0x2000 && ch != 0x61C))
		return CHAR_UCSCHAR;
	return iri_char_class_search(ch);
}

/*
 * Length in bytes, 2 or 3, of a common sequence, by its first byte; 0 if this byte begins none. A common sequence is a
 * UTF-8 sequence that a few tests show to be well-formed and a ucschar: its first byte is in this table, its second
 * byte is at least the one in iri_common_second, and all bytes but the first are trailing bytes. Most non-ASCII text
 * consists of common sequences.
 */
extern const uint8_t iri_common_length[256];

/* The least second byte of a common sequence, by its first byte. */
extern const uint8_t iri_common_second[256];

/*
 * Returns the length in bytes of the common sequence at p, or 0 if there is none. Reads no byte after the first one
 * that does not fit, so a byte that is not a trailing byte can end the text.
 */
static inline size_t iri_common_sequence(const char *p)
{
	const unsigned char first = (unsigned char)p[0];
	const size_t n = iri_common_length[first];

	return n && (unsigned char)p[1] >= iri_common_second[first] && iri_is_trail((unsigned char)p[1]) &&
	                       iri_is_trail((unsigned char)p[n - 1])
	               ? n
	               : 0;
}

/*
 * Verdict on a character from U+0080 on: whether iri_to_iri may decode it, and whether it extends the character before
 * it.
 */
struct iri_verdict {
	enum iri_escape_reason kept; /* why it stays percent-encoded; see iri_char_verdict */
	bool extends;       /* it belongs to the character before it, for example as a combining mark */
};

/*
 * Returns the verdict on a character in this component. Its `kept` says why the character stays percent-encoded: by
 * rules 1 and 2 of uri2iri or, if safe is set, by rules 3 to 6, too. For joiners (U+200C, U+200D) and variation
 * selectors (U+FE0E, U+FE0F) the answer depends on their neighbours; here it is IRI_ESCAPED_INVISIBLE if safe is set.
 * `extends` is set only if safe is set.
 */
struct iri_verdict iri_char_verdict(uint32_t ch, enum iri_component where, bool safe);

/* Whether a character belongs to the character before it; see struct iri_verdict. */
bool iri_char_extends(uint32_t ch);

/* Whether a character opens a bracket or a quotation. */
bool iri_char_opens(uint32_t ch);

/*
 * Whether a non-ASCII character looks like a delimiter, a space or "\". If its NFKC has ASCII characters: whether it is
 * a single delimiter or "\". So U+2026 (for three dots) and U+00A0 (for a space) do not count. For other characters:
 * whether ch has the flag LOOK_ALIKE (unicode.h). Returns false for ASCII.
 */
bool iri_char_fakes_delimiter(uint32_t ch);

/* Whether a character is a letter of Han, Kana, Bopomofo or Hangul, and not a wide or narrow form. */
bool iri_char_is_cjk_letter(uint32_t ch);

/* Whether a character is the wide or narrow form of another character. */
bool iri_char_is_wide_form(uint32_t ch);

/* Returns the NFC of ch if that is a single character; else ch. */
uint32_t iri_char_canonical(uint32_t ch);

/* Whether NFKC changes ch although NFC does not: it is a compatibility character, or decomposes to one. */
bool iri_char_is_compat(uint32_t ch);

/*
 * Whether ch is a compatibility character that nobody takes for another: a superscript, a subscript, a fraction, or
 * text in a circle or in a square.
 */
bool iri_char_looks_distinct(uint32_t ch);

/* Whether a character is a virama. After a virama, a joiner changes the form of letters (RFC 5892, appendix A). */
bool iri_char_is_virama(uint32_t ch);

/* Returns the zero of the same set of digits if ch is a decimal digit; else 0. */
uint32_t iri_char_zero(uint32_t ch);

enum {
	ZWNJ = 0x200C,
	ZWJ = 0x200D,
	VS15 = 0xFE0E, /* text style */
	VS16 = 0xFE0F, /* emoji style */
	BOM = 0xFEFF,  /* byte order mark */
};

/* Whether c is an ASCII letter in upper case. */
static inline bool iri_is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Returns the lower case of c if c is an ASCII letter; else c. */
static inline char iri_lower(char c)
{
	return iri_is_upper(c) ? (char)(c | 0x20) : c;
}

/* Whether s is text, apart from the case of ASCII letters, which are in lower case in text. */
static inline bool iri_is_caseless(struct iri_str s, const char *text)
{
	for (size_t i = 0; i < s.n; i++)
		if (!text[i] || iri_lower(s.p[i]) != text[i])
			return false;
	return !text[s.n];
}

/* Whether a and b are the same, apart from the case of ASCII letters. */
static inline bool iri_same_caseless(struct iri_str a, struct iri_str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (iri_lower(a.p[i]) != iri_lower(b.p[i]))
			return false;
	return true;
}

/* Returns the classes of the byte c: a sum of CHAR_..., or 0 for a byte from 0x80 on. */
static inline unsigned iri_byte_class(char c)
{
	return iri_ascii_class[(unsigned char)c];
}

/* Whether there is a byte at p, before end, and it is c. */
static inline bool iri_is_byte(const char *p, const char *end, char c)
{
	return p < end && *p == c;
}

/* Whether c is an ASCII digit. */
static inline bool iri_is_digit(char c)
{
	return iri_byte_class(c) & CHAR_DIGIT;
}

/* Whether c is an ASCII letter or digit. */
static inline bool iri_is_alphanumeric(char c)
{
	return iri_byte_class(c) & (CHAR_ALPHA | CHAR_DIGIT);
}

/* Whether c is an ASCII letter or digit, or part of a character that is not ASCII. */
static inline bool iri_is_word_byte(char c)
{
	return iri_is_alphanumeric(c) || (unsigned char)c >= 0x80;
}

/* Whether s has an ASCII letter in upper case. */
static inline bool iri_has_upper(struct iri_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (iri_is_upper(s.p[i]))
			return true;
	return false;
}

#endif
