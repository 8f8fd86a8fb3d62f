/* SPDX-License-Identifier: ISC */
/* Classes of characters, named as the rules of section 2.2. */
#ifndef IRI_CHARS_H
#define IRI_CHARS_H

#include "iri.h"
#include "utf8.h"

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
	CHAR_EXCLUDED = 1 << 10, /* ASCII that no URI has: controls, space < > " { } | \ ^ ` */
	/* Beyond ASCII: */
	CHAR_UCSCHAR = 1 << 11,
	CHAR_BIDI = 1 << 12,     /* ucschar by its number, but a bidi control (section 4.1) */
	CHAR_IPRIVATE = 1 << 13,
	CHAR_OTHER = 1 << 14,    /* C1 controls, noncharacters, specials, U+E0000-E0FFF */

	/* The components: what may stand in each, apart from pct-encoded and what is beyond ASCII. */
	CHARS_REG_NAME = CHAR_UNRESERVED | CHAR_SUB_DELIM,
	CHARS_USERINFO = CHARS_REG_NAME | CHAR_COLON,
	CHARS_SEGMENT_NC = CHARS_REG_NAME | CHAR_AT,
	CHARS_PCHAR = CHARS_SEGMENT_NC | CHAR_COLON,
	CHARS_PATH = CHARS_PCHAR | CHAR_SLASH,
	CHARS_QUERY = CHARS_PATH | CHAR_QUESTION,
	CHARS_FRAGMENT = CHARS_QUERY,
};

/* The classes of each ASCII character; 0 for "%", "#", "[", "]", and for every byte from 0x80 on. */
extern const uint16_t iri_ascii_class[256];

/* The one class of a character from U+0080 on, by search. */
unsigned iri_char_class_search(uint32_t ch);

/* The same; the great ranges of ucschar in the Basic Multilingual Plane need no search. */
static inline unsigned iri_char_class(uint32_t ch)
{
	if ((ch >= 0x2070 && ch < 0xD800) || (ch >= 0xA0 && ch < 0x2000 && ch != 0x61C))
		return CHAR_UCSCHAR;
	return iri_char_class_search(ch);
}

/*
 * The length of a sequence that begins with this byte, 2 or 3, if every one that is well-formed is a
 * ucschar, and well-formed if only its other bytes are trailing ones; else 0. Most text is of these.
 */
extern const uint8_t iri_common_length[256];

/* But its second byte is at least this. */
extern const uint8_t iri_common_second[256];

/* The length of the sequence at p if it is one of those, else 0. Reads no further than its first byte that is wrong. */
static inline size_t iri_common_sequence(const char *p)
{
	const unsigned char first = (unsigned char)p[0];
	const size_t n = iri_common_length[first];

	return n && (unsigned char)p[1] >= iri_common_second[first] && iri_is_trail((unsigned char)p[1]) &&
	                       iri_is_trail((unsigned char)p[n - 1])
	               ? n
	               : 0;
}

/* What uri2iri needs to know of a character from U+0080 on, in one look at its properties. */
struct iri_verdict {
	enum iri_kept kept; /* see iri_char_verdict */
	bool extends;       /* it belongs to the character before it: a mark, or a jamo that composes */
};

/*
 * Why it stays percent-encoded in a component, by itself and, if safe, by rules 3 to 6, too. Two answers hang
 * on its neighbours: a joiner (U+200C, U+200D) and a variation selector (U+FE0E, U+FE0F) are IRI_KEPT_INVISIBLE
 * here. extends is told only if safe.
 */
struct iri_verdict iri_char_verdict(uint32_t ch, enum iri_component where, bool safe);

/* Whether a character belongs to the one before it; see struct iri_verdict. */
bool iri_char_extends(uint32_t ch);

/* Whether it opens a bracket or a quotation. */
bool iri_char_opens(uint32_t ch);

/*
 * Whether it looks like a delimiter, a space or "\\": it is among the look-alikes of rule 6, or one of those is its
 * compatibility form.
 */
bool iri_char_fakes_delimiter(uint32_t ch);

/* Whether it is a letter of Han, Kana, Bopomofo or Hangul, and no wide or narrow form. */
bool iri_char_is_cjk_letter(uint32_t ch);

/* Whether it is the wide or narrow form of another. */
bool iri_char_is_wide_form(uint32_t ch);

/* The character that is its NFC, if that is one; else ch. */
uint32_t iri_char_canonical(uint32_t ch);

/* Whether nobody takes this compatibility character for another: a superscript, a fraction, a number in a circle. */
bool iri_char_looks_distinct(uint32_t ch);

/* Whether it is a virama, behind which a joiner shows in the form of letters (RFC 5892, appendix A). */
bool iri_char_is_virama(uint32_t ch);

/* For a decimal digit, the zero of its kind; else 0. */
uint32_t iri_char_zero(uint32_t ch);

enum {
	ZWNJ = 0x200C,
	ZWJ = 0x200D,
	VS15 = 0xFE0E, /* text style */
	VS16 = 0xFE0F, /* emoji style */
	BOM = 0xFEFF,  /* byte order mark */
};

static inline bool iri_is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Lower case for ASCII, and nothing else. */
static inline char iri_lower(char c)
{
	return iri_is_upper(c) ? (char)(c | 0x20) : c;
}

static inline unsigned iri_byte_class(char c)
{
	return iri_ascii_class[(unsigned char)c];
}

static inline bool iri_has_upper(struct iri_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (iri_is_upper(s.p[i]))
			return true;
	return false;
}

#endif
