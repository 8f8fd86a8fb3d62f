/* SPDX-License-Identifier: ISC */
/* Characters that messages do not show as they are, and their names */
#include "chars.h"
#include "unicode.h"

bool iri_char_is_hidden(uint32_t ch)
{
	if (ch < 0x80)
		return ch < ' ' || ch == 0x7F;
	/* Rules 1 to 4 of uri2iri. In a query, they allow private use. */
	const enum iri_escape_reason why = iri_char_verdict(ch, IRI_QUERY, true).kept;
	return why >= IRI_ESCAPED_GRAMMAR && why <= IRI_ESCAPED_UNASSIGNED;
}

const char *iri_char_name(uint32_t ch)
{
	return iri_unicode_name(ch);
}
