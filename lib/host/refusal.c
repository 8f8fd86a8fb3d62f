/* SPDX-License-Identifier: ISC */
#include "label.h"

#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <inttypes.h>
#include <stdio.h>

/* Writes what the character is, as iri_refusal_chars does. */
static void describe(uint32_t ch, bool ascii, char *buf, size_t size)
{
	const uint32_t scripts = iri_scripts(ch);
	const int category = iri_property(ch)->category;
	const bool letter = scripts && category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
	const bool known = scripts && !(scripts & SCRIPT_ZYYY) && !(scripts & (scripts - 1)); /* one script */
	const char *const is = known ? " is " : "", *const script = known ? iri_script_name(scripts) : "";
	char text[5] = {0};

	iri_utf8_encode(ch, text);
	if (ch > ' ' && ch < 0x7F)
		snprintf(buf, size, "'%s'%s%s", text, is, script);
	else if (letter && !ascii)
		snprintf(buf, size, "'%s'%s%s (U+%04" PRIX32 ")", text, is, script, ch);
	else
		snprintf(buf, size, "U+%04" PRIX32 "%s%s", ch, is, script);
}

size_t iri_refusal_chars(const struct iri_refusal *r, bool ascii, char *buf, size_t size)
{
	char ch[64] = "", other[64] = "";

	if (r->ch)
		describe(r->ch, ascii, ch, sizeof ch);
	if (r->other)
		describe(r->other, ascii, other, sizeof other);
	const int n = snprintf(buf, size, "%s%s%s", ch, r->other ? ", " : "", other);
	return n < 0 ? 0 : (size_t)n;
}

size_t iri_refusal_text(const struct iri_refusal *r, char *buf, size_t size)
{
	static const char *const texts[] = {
		[IRI_REFUSED_NOT] = "shown in Unicode",
		[IRI_REFUSED_INVALID] = "not a valid A-label (rule 1 for hosts)",
		[IRI_REFUSED_CHAR] = "a character that such names do not use (rule 2 for hosts)",
		[IRI_REFUSED_SCRIPTS] = "scripts that are not written together (rule 3 for hosts)",
		[IRI_REFUSED_DIGITS] = "digits of several scripts (rule 4 for hosts)",
		[IRI_REFUSED_MARK] = "a mark that is repeated or does not show (rule 5 for hosts)",
		[IRI_REFUSED_KANA] = "a kana that looks like another character in this place (rule 6 for hosts)",
		[IRI_REFUSED_BESIDE_ASCII] = "a single CJK character beside ASCII (rule 7 for hosts)",
		[IRI_REFUSED_WHOLE_SCRIPT] =
			"a script that is not usual under this domain, and easily misread (rule 8 for hosts)",
		[IRI_REFUSED_BIDI] = "it mixes directions",
		[IRI_REFUSED_CASE] = "it has upper-case letters, which would be lost",
		[IRI_REFUSED_NAME] = "the whole name would map to another one",
		[IRI_REFUSED_SCHEME] = "the scheme is not known to use domain names",
	};
	char chars[128];
	const size_t length = iri_refusal_chars(r, true, chars, sizeof chars);
	const int n = snprintf(buf, size, "%s%s%s", texts[r->why], length ? ": " : "", chars);

	return n < 0 ? 0 : (size_t)n;
}
