/* SPDX-License-Identifier: ISC */
/* Rules for bidirectional IRIs (section 4.2) and domain names (RFC 5893). Bidi classes come from utf8proc. */
#include "bidi.h"

#include "lib/base/str.h"
#include "lib/iri.h"
#include "lib/syntax/path.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

/*
 * Returns the beginning of the extension, at its dot, in the segment from p to end; or end if there is none. The
 * extension is the ASCII letters and digits after the last dot, and begins with a letter. The dot and these characters
 * may be percent-encoded.
 */
static const char *find_extension(const char *p, const char *end)
{
	const char *q = end;
	unsigned class = 0; /* of the character at q, encoded or not */

	while (q > p) {
		const bool encoded = q - p >= 3 && q[-3] == '%';
		const char c = encoded ? (char)iri_pct_octet(q - 3) : q[-1];
		if (c == '.')
			return class & CHAR_ALPHA ? q - (encoded ? 3 : 1) : end;
		if (!iri_is_alphanumeric(c))
			break;
		class = iri_byte_class(c);
		q -= encoded ? 3 : 1;
	}
	return end;
}

const char *iri_bidi_part(const char *p, const char *end, enum iri_component where, size_t *delimiter)
{
	const char *stop = p;

	switch (where) {
	case IRI_HOST: /* RFC 3490 treats each label as a component */
		while (stop < end && !iri_dot(stop, end))
			stop++;
		break;
	case IRI_PATH: /* isegment */
		while (stop < end && *stop != '/')
			stop++;
		if (stop == end)
			stop = find_extension(p, end);
		break;
	case IRI_QUERY: /* each name and each value; ";" as in section 4.4, example 3 */
		while (stop < end && *stop != '&' && *stop != ';' && *stop != '=')
			stop++;
		break;
	default: stop = end;
	}
	*delimiter = stop == end ? 0 : iri_dot(stop, end) ? iri_dot(stop, end) : 1;
	return stop;
}

/*
 * Bidi classes, as bits, as far as the rules distinguish them: RTL is R and AL; NEUTRAL is ES, CS, ET, ON and BN; OTHER
 * is all other classes but NSM. BROKEN is a byte that is not UTF-8.
 */
enum { L = 1, RTL = 2, AN = 4, EN = 8, NEUTRAL = 16, OTHER = 32, BROKEN = 64 };

/*
 * Returns the class of the character at *p, and moves *p to its end. Returns BROKEN for a byte that is not UTF-8, and 0
 * for a mark, which belongs to the character before it (UAX #9, rule W1).
 */
static unsigned next_class(const char **p, const char *end)
{
	uint32_t ch;
	const size_t len = iri_utf8_decode(*p, end, &ch);

	*p += len ? len : 1;
	if (!len)
		return BROKEN;
	switch (iri_property(ch)->bidi_class) {
	case UTF8PROC_BIDI_CLASS_L: return L;
	case UTF8PROC_BIDI_CLASS_R:
	case UTF8PROC_BIDI_CLASS_AL: return RTL;
	case UTF8PROC_BIDI_CLASS_AN: return AN;
	case UTF8PROC_BIDI_CLASS_EN: return EN;
	case UTF8PROC_BIDI_CLASS_NSM: return 0;
	case UTF8PROC_BIDI_CLASS_ES:
	case UTF8PROC_BIDI_CLASS_CS:
	case UTF8PROC_BIDI_CLASS_ET:
	case UTF8PROC_BIDI_CLASS_ON:
	case UTF8PROC_BIDI_CLASS_BN: return NEUTRAL;
	default: return OTHER;
	}
}

enum iri_bidi iri_bidi_check(struct iri_str s, size_t *off)
{
	s = iri_present(s);
	const char *first_rtl = NULL, *first_ltr = NULL, *last = NULL;
	bool last_is_rtl = false;

	for (const char *p = s.p, *end = p + s.n; p < end;) {
		const char *const start = p;
		const unsigned class = next_class(&p, end);
		if (!class || class == BROKEN)
			continue;
		if (class == RTL && !first_rtl)
			first_rtl = start;
		if (class == L && !first_ltr)
			first_ltr = start;
		last = start;
		last_is_rtl = class == RTL;
	}
	if (!first_rtl)
		return IRI_BIDI_WELL;
	if (first_ltr) {
		*off = (size_t)((first_ltr > first_rtl ? first_ltr : first_rtl) - s.p);
		return IRI_BIDI_MIXED;
	}
	if (first_rtl == s.p && last_is_rtl)
		return IRI_BIDI_WELL;
	*off = first_rtl != s.p ? 0 : (size_t)(last - s.p);
	return IRI_BIDI_ENDS;
}

/*
 * Whether a label follows rules 1 to 6 of RFC 5893, section 2. Sets *classes to the sum of the classes of its
 * characters.
 */
static bool follows_rules(struct iri_str s, unsigned *classes)
{
	unsigned first = 0, last = 0;

	*classes = 0;
	for (const char *p = s.p, *end = p + s.n; p < end;) {
		const unsigned class = next_class(&p, end);
		if (!first)
			first = class ? class : OTHER; /* a mark can't be first */
		*classes |= class;
		if (class)
			last = class;
	}
	if (first == RTL)
		return !(*classes & (L | OTHER | BROKEN)) && last & (RTL | EN | AN) &&
		       (*classes & (EN | AN)) != (EN | AN);
	return first == L && !(*classes & (RTL | AN | OTHER | BROKEN)) && last & (L | EN);
}

bool iri_bidi_label(struct iri_str s)
{
	return follows_rules(iri_present(s), &(unsigned){0});
}

bool iri_bidi_domain(struct iri_str host)
{
	unsigned classes, seen = 0;
	bool well = true;

	host = iri_present(host);
	for (const char *p = host.p, *end = p + host.n; p < end; p += p < end) {
		const char *const label = p;
		p = iri_find_byte(p, end, '.');
		well = follows_rules(iri_between(label, p), &classes) && well;
		seen |= classes;
	}
	return well || !(seen & (RTL | AN));
}

bool iri_may_be_rtl(struct iri_str s, bool closely)
{
	bool first = false, both = !closely;

	for (const char *p = s.p, *end = p + s.n; p < end && !(first && both);) {
		if (end - p >= 8 && !iri_non_ascii_bytes(iri_load8(p)) && !iri_equal_bytes(iri_load8(p), '%')) {
			p += 8;
			continue;
		}
		const bool encoded = *p == '%';
		const unsigned octet = encoded ? iri_pct_octet(p) : (unsigned char)*p;
		p += encoded ? 3 : 1;
		if (octet < 0xD6)
			continue;
		const unsigned next = p >= end ? 0 : *p == '%' ? iri_pct_octet(p) : (unsigned char)*p;
		first = first || octet <= 0xE0 || octet == 0xEF || octet == 0xF0;
		both = both || octet <= 0xDF || (octet == 0xE0 && next <= 0xA3) || (octet == 0xE2 && next == 0x80) ||
		       (octet == 0xEF && next <= 0xBB) || (octet == 0xF0 && (next == 0x90 || next == 0x9E));
	}
	return first && both;
}
