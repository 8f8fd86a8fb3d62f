/* SPDX-License-Identifier: ISC */
/* Operations on many lines. */
#include "fuzz.h"

void fuzz(unsigned char choice, struct iri_str s)
{
	const struct iri_str padded = at_the_end(1, s, IRI_PADDING);
	size_t lines;

	(void)choice;
	for (int kind = 0; kind < KINDS_OF_LINES; kind++)
		laws_of_many_lines((enum law_lines)kind, padded, &lines);
}
