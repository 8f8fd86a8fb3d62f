/* SPDX-License-Identifier: ISC */
#include "unicode.h"

#include <stddef.h>

static const struct {
	uint32_t first, last;
	unsigned flags;
} ranges[] = {
#include "unicode_table.h"
};

unsigned iri_unicode(uint32_t ch)
{
	size_t lo = 0, hi = sizeof ranges / sizeof *ranges;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		if (ch < ranges[mid].first)
			hi = mid;
		else if (ch > ranges[mid].last)
			lo = mid + 1;
		else
			return ranges[mid].flags;
	}
	return 0;
}
