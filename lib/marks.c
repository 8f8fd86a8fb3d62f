/* SPDX-License-Identifier: ISC */
#include "marks.h"

#include "str.h"
#include "unicode.h"
#include "utf8.h"

#include <utf8proc.h>

/* More marks than this on one base run into the lines above and below. */
enum { MOST_MARKS = 4 };

enum {
	DOTLESS_I = 0x131,
	DOTLESS_J = 0x237,
	DOT_ABOVE = 0x307,
	FIRST_OVERLAY = 0x335,
	LAST_OVERLAY = 0x338,
	ABOVE = 230, /* the combining class of marks above */
};

/*
 * Whether marks of the sequence change what its letter is, or hide on it: a dot above a letter that has one, any mark
 * on a letter that lacks its dot, a stroke through the letter, an enclosing mark on ASCII, a pile of marks.
 */
static bool is_misleading(struct iri_str s)
{
	bool dotted = false; /* the base has a dot where a mark above would be */
	uint32_t base = 0, ch;
	size_t marks = 0;

	for (const char *p = s.p, *end = p + s.n; p < end;) {
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (!len)
			return false;
		const bool first = p == s.p;
		p += len;
		if (ch >= FIRST_OVERLAY && ch <= LAST_OVERLAY)
			return true;
		const utf8proc_property_t *property = utf8proc_get_property((utf8proc_int32_t)ch);
		if (property->category == UTF8PROC_CATEGORY_ME && base < 0x80)
			return true;
		if (first) {
			base = ch;
			dotted = iri_unicode(ch) & SOFT_DOTTED;
			continue;
		}
		if (base == DOTLESS_I || base == DOTLESS_J || (ch == DOT_ABOVE && dotted))
			return true;
		if (property->combining_class && ++marks > MOST_MARKS)
			return true;
		dotted = dotted && property->combining_class != ABOVE;
	}
	return false;
}

enum iri_kept iri_sequence_kept(struct iri_str s, struct iri_buf *scratch)
{
	const bool nfc = iri_is_nfc(s, scratch);

	/* Equivalent sequences get the same answer. */
	if (!nfc) {
		scratch->n = 0;
		iri_nfc(s, scratch, NULL);
	}
	if (is_misleading(nfc ? s : iri_contents(scratch)))
		return IRI_KEPT_MARK;
	return nfc ? IRI_KEPT_NOT : IRI_KEPT_NFC;
}
