/* SPDX-License-Identifier: ISC */
/*
 * Units: the smallest parts of a reference that have a direction of their own. A unit ends at each of : / ? # [ ] @ .
 * and in a query or fragment also at & = ; and a run of triplets is a unit.
 */
#ifndef UNITS_H
#define UNITS_H

#include "../lib/iri.h"

/*
 * Returns the end of the unit at p (p < end), in UTF-8. A delimiter is a unit of its own. pairs: also end units at & = ;
 * as in a query
 */
const char *unit_end(const char *p, const char *end, bool pairs);

/* Whether a unit has characters that run from right to left: of the bidi classes R, AL or AN (UAX #9). */
bool unit_is_rtl(struct iri_str unit);

#endif
