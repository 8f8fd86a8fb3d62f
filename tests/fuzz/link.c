/* SPDX-License-Identifier: ISC */
/* Links in running text, and IRIs for it. The first line of the text is also a reference. */
#include "fuzz.h"

void fuzz(unsigned char choice, struct iri_str s)
{
	bool changed;

	(void)choice;
	laws_of_links(s);
	laws_of_defanging(s);
	const struct iri_str line = at_the_end(1, first_line(&s), 0);
	for (unsigned way = 0; way < WAYS_TO_TEXT; way++)
		laws_of_text(way, line, &changed);
}
