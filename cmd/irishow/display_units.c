/* SPDX-License-Identifier: ISC */
#include "display_units.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/unicode.h"

/* Whether c ends a unit. pairs: as for unit_end */
static bool unit_is_delimiter(char c, bool pairs)
{
	return c && strchr(pairs ? ":/?#[]@.&=;" : ":/?#[]@.", c);
}

/* Whether a percent-encoded octet begins at p (p < end). */
static bool at_encoded(const char *p, const char *end)
{
	return *p == '%' && iri_is_pct(p, end);
}

const char *unit_end(const char *p, const char *end, bool pairs)
{
	const char *const start = p;

	if (unit_is_delimiter(*p, pairs))
		return p + 1;
	while (p < end && at_encoded(p, end))
		p += 3;
	if (p > start)
		return p;
	while (p < end && !unit_is_delimiter(*p, pairs) && !at_encoded(p, end))
		p++;
	return p;
}

unsigned unit_directions(struct iri_str unit)
{
	unsigned directions = 0;

	for (const char *p = unit.p, *end = p + unit.n; p < end;) {
		const bool first = p == unit.p;
		switch (iri_property(iri_utf8_next(p, end, &p))->bidi_class) {
		case UTF8PROC_BIDI_CLASS_L: directions |= UNIT_L; break;
		case UTF8PROC_BIDI_CLASS_R:
		case UTF8PROC_BIDI_CLASS_AL: directions |= UNIT_R; break;
		case UTF8PROC_BIDI_CLASS_EN: directions |= UNIT_EN; break;
		case UTF8PROC_BIDI_CLASS_AN: directions |= UNIT_AN; break;
		case UTF8PROC_BIDI_CLASS_ET: directions |= UNIT_ET; break;
		case UTF8PROC_BIDI_CLASS_ES:
		case UTF8PROC_BIDI_CLASS_CS: directions |= UNIT_SIGN; break;
		case UTF8PROC_BIDI_CLASS_NSM: directions |= first ? UNIT_MARK : 0u; break;
		}
	}
	return directions;
}

bool unit_is_rtl(struct iri_str unit)
{
	return unit_directions(unit) & (UNIT_R | UNIT_AN);
}
