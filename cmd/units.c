/* SPDX-License-Identifier: ISC */
#include "units.h"
const char *unit_end(const char *p, const char *end, bool pairs) { (void)p; (void)pairs; return end; }
bool unit_is_rtl(struct iri_str unit) { (void)unit; return false; }
