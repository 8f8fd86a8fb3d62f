/* SPDX-License-Identifier: ISC */
/* Operations on many lines: the input is the lines. */
#include "fuzz.h"


int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct iri_str s = at_the_end(0, (struct iri_str){(const char *)data, size}, IRI_PADDING);
	size_t lines;

	for (int kind = 0; kind < KINDS_OF_LINES; kind++)
		laws_of_many_lines((enum law_lines)kind, s, &lines);
	return 0;
}
