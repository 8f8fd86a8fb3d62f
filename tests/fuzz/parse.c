/* SPDX-License-Identifier: ISC */
/* Parsing, and editing. The input is the text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		laws_of_absence();
	const struct iri_str s = at_the_end(0, (struct iri_str){(const char *)data, size}, 0);
	laws_of_parsing(s);
	laws_of_editing(s);
	return 0;
}
