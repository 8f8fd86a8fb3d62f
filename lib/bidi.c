/* SPDX-License-Identifier: ISC */
/* The structure of bidirectional IRIs (section 4.2). Bidi classes are utf8proc's. */
#include "bidi.h"

#include "chars.h"
#include "iri.h"
#include "path.h"
#include "pct.h"
#include "str.h"
#include "unicode.h"
#include "utf8.h"

/*
 * Where the extension of the segment from p to end begins, at its dot; end if there is none. It is ASCII letters and
 * digits behind the last dot, and begins with a letter.
 */
static const char *find_extension(const char *p, const char *end)
{
	const char *q = end;
	unsigned class = 0; /* of the character at q, encoded or not */

	while (q > p) {
		const bool encoded = q - p >= 3 && q[-3] == '%';
		const char c = encoded ? (char)iri_triplet_octet(q - 3) : q[-1];
		if (c == '.')
			return class & CHAR_ALPHA ? q - (encoded ? 3 : 1) : end;
		if (!(iri_byte_class(c) & (CHAR_ALPHA | CHAR_DIGIT)))
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

enum iri_bidi iri_bidi_check(struct iri_str s, size_t *off)
{
	s = iri_present(s);
	const char *p = s.p, *end = p + s.n, *first_rtl = NULL, *first_ltr = NULL, *last = NULL;
	bool last_is_rtl = false;

	while (p < end) {
		const char *start = p;
		uint32_t ch;
		size_t len = iri_utf8_decode(p, end, &ch);
		p += len ? len : 1;
		if (!len)
			continue;
		switch (iri_property(ch)->bidi_class) {
		case UTF8PROC_BIDI_CLASS_R:
		case UTF8PROC_BIDI_CLASS_AL:
			if (!first_rtl)
				first_rtl = start;
			last = start;
			last_is_rtl = true;
			break;
		case UTF8PROC_BIDI_CLASS_L:
			if (!first_ltr)
				first_ltr = start;
			/* fall through */
		default:
			last = start;
			last_is_rtl = false;
			break;
		case UTF8PROC_BIDI_CLASS_NSM: break; /* goes with the character before it (UAX #9, rule W1) */
		}
	}
	if (!first_rtl)
		return IRI_BIDI_WELL;
	if (first_ltr) {
		*off = (size_t)((first_ltr > first_rtl ? first_ltr : first_rtl) - s.p);
		return IRI_BIDI_MIXED;
	}
	if (first_rtl != s.p || !last_is_rtl) {
		*off = first_rtl != s.p ? 0 : (size_t)(last - s.p);
		return IRI_BIDI_ENDS;
	}
	return IRI_BIDI_WELL;
}

/* Rules 1 to 6 */
bool iri_bidi_label(struct iri_str s)
{
	enum { L = 1, RTL = 2, AN = 4, EN = 8, NEUTRAL = 16, OTHER = 32 };
	unsigned first = 0, last = 0, all = 0;

	s = iri_present(s);
	for (const char *p = s.p, *end = p + s.n; p < end;) {
		uint32_t ch;
		size_t len = iri_utf8_decode(p, end, &ch);
		unsigned class = OTHER;
		p += len ? len : 1;
		if (len) {
			switch (iri_property(ch)->bidi_class) {
			case UTF8PROC_BIDI_CLASS_L: class = L; break;
			case UTF8PROC_BIDI_CLASS_R:
			case UTF8PROC_BIDI_CLASS_AL: class = RTL; break;
			case UTF8PROC_BIDI_CLASS_AN: class = AN; break;
			case UTF8PROC_BIDI_CLASS_EN: class = EN; break;
			case UTF8PROC_BIDI_CLASS_NSM: class = 0; break;
			case UTF8PROC_BIDI_CLASS_ES:
			case UTF8PROC_BIDI_CLASS_CS:
			case UTF8PROC_BIDI_CLASS_ET:
			case UTF8PROC_BIDI_CLASS_ON:
			case UTF8PROC_BIDI_CLASS_BN: class = NEUTRAL; break;
			}
		}
		if (!all && !first)
			first = class ? class : OTHER; /* a mark can't be first */
		all |= class;
		if (class)
			last = class;
	}
	if (first == RTL)
		return !(all & (L | OTHER)) && last & (RTL | EN | AN) && (all & (EN | AN)) != (EN | AN);
	return first == L && !(all & (RTL | AN | OTHER)) && last & (L | EN);
}

bool iri_bidi_domain(struct iri_str host)
{
	bool bidi = false, well = true;

	host = iri_present(host);
	for (const char *p = host.p, *end = p + host.n; p < end;) {
		const char *label = p;
		while (p < end && *p != '.') {
			uint32_t ch;
			size_t len = iri_utf8_decode(p, end, &ch);
			p += len ? len : 1;
			if (len && ch >= 0x80) {
				const utf8proc_propval_t class = iri_property(ch)->bidi_class;
				bidi = bidi || class == UTF8PROC_BIDI_CLASS_R || class == UTF8PROC_BIDI_CLASS_AL ||
				       class == UTF8PROC_BIDI_CLASS_AN;
			}
		}
		well = well && iri_bidi_label((struct iri_str){label, (size_t)(p - label)});
		p += p < end;
	}
	return well || !bidi;
}
