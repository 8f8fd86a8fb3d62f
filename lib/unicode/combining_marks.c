/* SPDX-License-Identifier: ISC */
/* Combining marks that mislead: rule 5 of uri2iri. */
#include "combining_marks.h"

#include "nfc.h"
#include "unicode.h"
#include "utf8.h"

#include "lib/base/str.h"

/* More marks than this on one base overlap with the lines above and below. */
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
 * Returns the mark with which a combining sequence has more than MOST_MARKS marks of a combining class other than 0, or
 * a U+0307 above a letter that has a dot itself; 0 if there is none. Few sequences need this test.
 */
static uint32_t crowding_mark(const char *p, const char *end)
{
	uint32_t ch = 0;
	size_t marks = 0;

	p += iri_utf8_decode(p, end, &ch);
	bool dotted = iri_unicode(ch) & SOFT_DOTTED; /* the base has a dot, and no mark above it yet */
	for (size_t len; p < end && (len = iri_utf8_decode(p, end, &ch)); p += len) {
		const unsigned class = (unsigned)iri_property(ch)->combining_class;
		if ((ch == DOT_ABOVE && dotted) || (class && ++marks > MOST_MARKS))
			return ch;
		dotted = dotted && class != ABOVE;
	}
	return 0;
}

/*
 * Returns the first mark with which a combining sequence in NFC misleads, or 0: the mark makes its letter look like
 * another, or is invisible on it. Such marks are a dot above a letter that has one, any mark on a dotless i or j, a
 * stroke through the letter, an enclosing mark on ASCII, and more than MOST_MARKS marks on one letter.
 */
static uint32_t misleading_mark(struct iri_str s)
{
	const char *const end = s.p + s.n;
	uint32_t base = 0, ch;
	size_t chars = 0, len;
	bool dot = false;

	for (const char *p = s.p; p < end && (len = iri_utf8_decode(p, end, &ch)); p += len, chars++) {
		if (ch >= FIRST_OVERLAY && ch <= LAST_OVERLAY)
			return ch;
		/*
		 * A sequence of one mark has no base. Before it is a delimiter or a percent-encoded octet, which is
		 * ASCII.
		 */
		const bool on_ascii = chars ? base < 0x80 : p + len == end;
		if (on_ascii && ch >= 0x80 && iri_property(ch)->category == UTF8PROC_CATEGORY_ME)
			return ch;
		if (chars && (base == DOTLESS_I || base == DOTLESS_J))
			return ch;
		if (!chars)
			base = ch;
		dot = dot || ch == DOT_ABOVE;
	}
	return dot || chars > MOST_MARKS + 1 ? crowding_mark(s.p, end) : 0;
}

enum iri_escape_reason iri_sequence_kept(struct iri_str s, struct iri_buf *scratch)
{
	const bool nfc = iri_is_nfc(s, scratch);

	/* The test is on NFC, so that equivalent sequences get the same answer. */
	if (!nfc) {
		scratch->n = 0;
		iri_nfc(s, scratch, NULL);
	}
	if (misleading_mark(nfc ? s : iri_contents(scratch)))
		return IRI_ESCAPED_MARK;
	return nfc ? IRI_ESCAPED_NOT : IRI_ESCAPED_NFC;
}

uint32_t iri_misleading_mark(struct iri_str text)
{
	for (const char *p = text.p, *end = p + text.n; p < end;) {
		const char *const base = p;
		p = iri_sequence_end(base, end);
		const uint32_t mark = misleading_mark(iri_between(base, p));
		if (mark)
			return mark;
	}
	return 0;
}
