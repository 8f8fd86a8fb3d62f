/* SPDX-License-Identifier: ISC */
/* Mapping to URIs or to IRIs. The first byte chooses the direction and the options, the rest is the text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool changed;

	if (!size)
		return 0;
	const unsigned way = data[0] % (WAYS_TO_URI + WAYS_TO_IRI);
	const struct iri_str s = at_the_end(0, (struct iri_str){(const char *)data + 1, size - 1}, 0);
	if (way < WAYS_TO_URI)
		laws_of_mapping(way, s, &changed);
	else
		laws_of_unmapping(way - WAYS_TO_URI, s, &changed);
	return 0;
}
