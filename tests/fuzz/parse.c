/* SPDX-License-Identifier: ISC */
/* Parsing. The input is the text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		laws_of_absence();
	laws_of_parsing(at_the_end(0, (struct iri_str){(const char *)data, size}, 0));
	return 0;
}
