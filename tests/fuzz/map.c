/* SPDX-License-Identifier: ISC */
/* Mapping to URIs or to IRIs. The choice is that of the direction and the options. */
#include "fuzz.h"

void fuzz(unsigned char choice, struct iri_str s)
{
	const unsigned way = choice % (WAYS_TO_URI + WAYS_TO_IRI);
	bool changed;

	if (way < WAYS_TO_URI)
		laws_of_mapping(way, s, &changed);
	else
		laws_of_unmapping(way - WAYS_TO_URI, s, &changed);
}
