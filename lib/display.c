/* SPDX-License-Identifier: ISC */
/* How characters show on a terminal: their width, and which of them do not show. */
#include "chars.h"
#include "iri.h"
#include "unicode.h"

int iri_char_width(uint32_t ch)
{
	/* utf8proc to 2.8 says 0 of spacing marks, and 1 of the jamo that join the one before. */
	if ((ch >= 0x1160 && ch < 0x1200) || (ch >= 0xD7B0 && ch < 0xD800))
		return 0;
	return iri_property(ch)->category == UTF8PROC_CATEGORY_MC ? 1 : utf8proc_charwidth((utf8proc_int32_t)ch);
}

bool iri_char_is_hidden(uint32_t ch)
{
	if (ch < 0x80)
		return ch < ' ' || ch == 0x7F;
	/* A space of ASCII shows between others, unlike these. */
	const enum iri_kept why = iri_char_verdict(ch, IRI_QUERY, true).kept;
	return why >= IRI_KEPT_GRAMMAR && why <= IRI_KEPT_UNASSIGNED; /* rules 1 to 4 */
}
