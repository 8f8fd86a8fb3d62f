/* SPDX-License-Identifier: ISC */
/* Resolution. The first line is the base, the rest is the reference. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct iri_str rest = {(const char *)data, size};
	const struct iri_str base = at_the_end(0, first_line(&rest), 0);

	laws_of_resolution(base, at_the_end(1, rest, 0));
	return 0;
}
