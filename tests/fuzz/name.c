/* SPDX-License-Identifier: ISC */
/* Names of files. The first byte chooses the kind of names, the rest is a name or a reference. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size)
		laws_of_names(data[0] % 2, at_the_end(0, (struct iri_str){(const char *)data + 1, size - 1}, 0));
	return 0;
}
