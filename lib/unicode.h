/* SPDX-License-Identifier: ISC */
/* Properties of characters: those of utf8proc, and some that utf8proc does not have. */
#ifndef IRI_UNICODE_H
#define IRI_UNICODE_H

#include <stdint.h>
#include <utf8proc.h>

/* Returns utf8proc's properties of ch. If ch is not a code point, the category is UTF8PROC_CATEGORY_CN. */
static inline const utf8proc_property_t *iri_property(uint32_t ch)
{
	return utf8proc_get_property((utf8proc_int32_t)ch);
}

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
};

/* Returns the flags of a character, as a sum of the above. Uses a binary search. */
unsigned iri_unicode(uint32_t ch);

#endif
