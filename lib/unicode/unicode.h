/* SPDX-License-Identifier: ISC */
/* Properties of characters: those of utf8proc, and some that utf8proc does not have. */
#ifndef IRI_UNICODE_H
#define IRI_UNICODE_H

#include <stddef.h>
#include <stdint.h>
#include <utf8proc.h>

/* Returns utf8proc's properties of ch. If ch is not a code point, the category is UTF8PROC_CATEGORY_CN. */
static inline const utf8proc_property_t *iri_property(uint32_t ch)
{
	return utf8proc_get_property((utf8proc_int32_t)ch);
}

enum { DECOMPOSED_MAX = 8 }; /* characters of the canonical decomposition of one; Unicode has at most 4 */

/* Writes the canonical decomposition of a character to `form`, and returns its length in characters. */
size_t iri_decompose(uint32_t ch, utf8proc_int32_t form[DECOMPOSED_MAX]);

enum {
	/* Joining_Type: joins on both sides, on the left, on the right; or is transparent, as marks are */
	JOINING_D = 1 << 0,
	JOINING_L = 1 << 1,
	JOINING_R = 1 << 2,
	JOINING_T = 1 << 3,
	/* Soft_Dotted: its dot disappears under a mark above it */
	SOFT_DOTTED = 1 << 4,
	/* A variation selector after it changes its style: U+FE0F from text to emoji, U+FE0E from emoji to text */
	EMOJI_SELECTOR = 1 << 5,
	TEXT_SELECTOR = 1 << 6,
	/* Looks like a delimiter, a space or "\", by the confusables of UTS #39 or by look_alikes.txt */
	LOOK_ALIKE = 1 << 7,
	/* Invisible by look_alikes.txt, but not ignorable by Unicode */
	HIDDEN = 1 << 8,
	/* Its skeleton (UTS #39) is ASCII, apart from marks; only set with Identifier_Status=Allowed */
	ASCII_LIKE = 1 << 9,
	/* A letter of Han, Hiragana, Katakana, Bopomofo or Hangul */
	CJK_LETTER = 1 << 10,
	/* Other_Alphabetic: with letters and letter numbers, these characters have the property Alphabetic */
	OTHER_ALPHABETIC = 1 << 11,
};

/* Scripts, by their codes in ISO 15924: Bopomofo, and those of characters with Identifier_Status=Allowed (UTS #39) */
enum {
	SCRIPT_LATN = 1 << 0, SCRIPT_GREK = 1 << 1, SCRIPT_CYRL = 1 << 2, SCRIPT_ARMN = 1 << 3, SCRIPT_GEOR = 1 << 4,
	SCRIPT_HEBR = 1 << 5, SCRIPT_ARAB = 1 << 6, SCRIPT_THAA = 1 << 7, SCRIPT_DEVA = 1 << 8, SCRIPT_BENG = 1 << 9,
	SCRIPT_GURU = 1 << 10, SCRIPT_GUJR = 1 << 11, SCRIPT_ORYA = 1 << 12, SCRIPT_TAML = 1 << 13,
	SCRIPT_TELU = 1 << 14, SCRIPT_KNDA = 1 << 15, SCRIPT_MLYM = 1 << 16, SCRIPT_SINH = 1 << 17,
	SCRIPT_THAI = 1 << 18, SCRIPT_LAOO = 1 << 19, SCRIPT_TIBT = 1 << 20, SCRIPT_MYMR = 1 << 21,
	SCRIPT_KHMR = 1 << 22, SCRIPT_ETHI = 1 << 23, SCRIPT_HANI = 1 << 24, SCRIPT_HIRA = 1 << 25,
	SCRIPT_KANA = 1 << 26, SCRIPT_BOPO = 1 << 27, SCRIPT_HANG = 1 << 28, SCRIPT_GRAN = 1 << 29,
	/* Common and Inherited: characters that go with every script */
	SCRIPT_ZYYY = 1 << 30, SCRIPT_ZINH = SCRIPT_ZYYY,
};

/*
 * Returns the scripts of a character (Script_Extensions), as a sum of the above. Returns 0 if its Identifier_Status is
 * not Allowed (UTS #39), except for Bopomofo, which names in Taiwan use. ASCII letters are SCRIPT_LATN, other ASCII
 * characters SCRIPT_ZYYY.
 */
uint32_t iri_scripts(uint32_t ch);

/* Returns the English name of the first script in the set as static text; "Common" if it has none. */
const char *iri_script_name(uint32_t scripts);

/* Returns what iri_char_name does, by a binary search. */
const char *iri_unicode_name(uint32_t ch);

/* Most characters that the skeleton of one character has */
enum { SKELETON_MAX = 24 };

/*
 * Writes the skeleton of a character (UTS #39, section 4), without nonspacing marks, to `skeleton`: what it looks like,
 * for characters that domain names can have; itself for other characters. Returns its length in characters, which is 0
 * for many marks.
 */
size_t iri_skeleton_of(uint32_t ch, uint32_t skeleton[SKELETON_MAX]);

/* Link_Term of UTS #58, and Link_Email; a character without one of the first four is Hard. */
enum { LINK_INCLUDE = 1 << 0, LINK_SOFT = 1 << 1, LINK_OPEN = 1 << 2, LINK_CLOSE = 1 << 3, LINK_EMAIL = 1 << 4 };

/* Returns Link_Term and Link_Email of a character, as a sum of the above. */
unsigned iri_link_term(uint32_t ch);

/* Returns the opening bracket for a closing one (Link_Bracket of UTS #58), or 0 if ch is none. */
uint32_t iri_link_opener(uint32_t ch);

/* Returns the flags of a character, as a sum of the above. Uses a binary search. */
unsigned iri_unicode(uint32_t ch);

#endif
