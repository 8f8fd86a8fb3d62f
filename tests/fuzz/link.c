/* SPDX-License-Identifier: ISC */
/* Links in running text, and IRIs for it. The input is the text; its first line is also a reference. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct iri_str rest = {(const char *)data, size};
	bool changed;

	laws_of_links(at_the_end(0, rest, 0));
	laws_of_defanging(at_the_end(2, rest, 0));
	const struct iri_str line = at_the_end(1, first_line(&rest), 0);
	for (unsigned way = 0; way < WAYS_TO_TEXT; way++)
		laws_of_text(way, line, &changed);
	return 0;
}
