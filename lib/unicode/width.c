/* SPDX-License-Identifier: ISC */
#include "width.h"

#include "unicode.h"

int iri_char_width(uint32_t ch)
{
	/* utf8proc up to 2.8 returns 0 for spacing marks, and 1 for jamo that join the character before them. */
	if ((ch >= 0x1160 && ch < 0x1200) || (ch >= 0xD7B0 && ch < 0xD800))
		return 0;
	return iri_property(ch)->category == UTF8PROC_CATEGORY_MC ? 1 : utf8proc_charwidth((utf8proc_int32_t)ch);
}
