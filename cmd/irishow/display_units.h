/* SPDX-License-Identifier: ISC */
/*
 * Units: the smallest parts of a reference that have a direction of their own. A unit ends at each of : / ? # [ ] @ .
 * and in a query or fragment also at & = ; and a run of percent-encoded octets is a unit.
 */
#ifndef UNITS_H
#define UNITS_H

#include "lib/iri.h"

/*
 * Returns the end of the unit at p (p < end), in UTF-8. A delimiter is a unit of its own. pairs: also end units at & =
 * and ";", as in a query
 */
const char *unit_end(const char *p, const char *end, bool pairs);

/* The bidi classes of characters (UAX #9), as far as units distinguish them */
enum {
	UNIT_L = 1 << 0,
	UNIT_R = 1 << 1,     /* R or AL */
	UNIT_EN = 1 << 2,
	UNIT_AN = 1 << 3,
	UNIT_ET = 1 << 4,
	UNIT_SIGN = 1 << 5,  /* ES or CS, which join the numbers on both sides */
	UNIT_MARK = 1 << 6,  /* NSM, at the start of the unit only: it joins the character before the unit */
};

/* Returns the classes that occur in a unit, or in any other text in UTF-8, as a sum of the above. */
unsigned unit_directions(struct iri_str unit);

/* Whether a unit has characters that run from right to left: of the bidi classes R, AL or AN (UAX #9). */
bool unit_is_rtl(struct iri_str unit);

#endif
