/* SPDX-License-Identifier: ISC */
/* Normal forms, and comparison by them. The input is two lines, one text each. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct iri_str rest = {(const char *)data, size};
	const struct iri_str a = at_the_end(0, first_line(&rest), 0), b = at_the_end(1, rest, 0);

	laws_of_normal_forms(a);
	laws_of_normal_forms(b);
	laws_of_comparison(a, b);
	return 0;
}
