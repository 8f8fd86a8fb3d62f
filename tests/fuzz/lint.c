/* SPDX-License-Identifier: ISC */
/* Linting. The input is the text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	laws_of_linting(at_the_end(0, (struct iri_str){(const char *)data, size}, 0));
	return 0;
}
