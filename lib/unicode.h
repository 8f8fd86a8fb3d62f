/* SPDX-License-Identifier: ISC */
/* Properties of characters: those of utf8proc, and some that it does not have. */
#ifndef IRI_UNICODE_H
#define IRI_UNICODE_H

#include <stdint.h>
#include <utf8proc.h>

/* Valid for every ch: of what is no code point it says UTF8PROC_CATEGORY_CN. */
static inline const utf8proc_property_t *iri_property(uint32_t ch)
{
	return utf8proc_get_property((utf8proc_int32_t)ch);
}

enum {
	/* Joining_Type: the letter joins on both sides, on the left, on the right; or is transparent, as marks are */
	JOINING_D = 1 << 0,
	JOINING_L = 1 << 1,
	JOINING_R = 1 << 2,
	JOINING_T = 1 << 3,
	/* Soft_Dotted: its dot gives way to a mark above */
	SOFT_DOTTED = 1 << 4,
	/* A variation selector changes how it shows: U+FE0F what is shown as text, U+FE0E what is shown as emoji */
	EMOJI_SELECTOR = 1 << 5,
	TEXT_SELECTOR = 1 << 6,
};

/* The flags of a character, by binary search. */
unsigned iri_unicode(uint32_t ch);

#endif
