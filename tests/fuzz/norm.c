/* SPDX-License-Identifier: ISC */
/* Normal forms, and comparison by them. The text is two lines, one reference each. */
#include "fuzz.h"

void fuzz(unsigned char choice, struct iri_str s)
{
	const struct iri_str line = at_the_end(1, first_line(&s), 0);

	(void)choice;
	laws_of_normal_forms(line);
	laws_of_normal_forms(s);
	laws_of_comparison(line, s);
}
