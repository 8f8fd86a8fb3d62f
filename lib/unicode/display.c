/* SPDX-License-Identifier: ISC */
/* Display of characters on a terminal: how many columns they take, and which are hidden. */
#include "display.h"

#include "chars.h"
#include "unicode.h"

int iri_char_width(uint32_t ch)
{
	/* utf8proc up to 2.8 returns 0 for spacing marks, and 1 for jamo that join the character before them. */
	if ((ch >= 0x1160 && ch < 0x1200) || (ch >= 0xD7B0 && ch < 0xD800))
		return 0;
	return iri_property(ch)->category == UTF8PROC_CATEGORY_MC ? 1 : utf8proc_charwidth((utf8proc_int32_t)ch);
}

bool iri_char_is_hidden(uint32_t ch)
{
	if (ch < 0x80)
		return ch < ' ' || ch == 0x7F;
	/* Rules 1 to 4 of uri2iri. In a query, they allow private use. */
	const enum iri_escape_reason why = iri_char_verdict(ch, IRI_QUERY, true).kept;
	return why >= IRI_ESCAPED_GRAMMAR && why <= IRI_ESCAPED_UNASSIGNED;
}
