/* SPDX-License-Identifier: ISC */
/* Resolution. The first line is the base, the rest is the reference. */
#include "fuzz.h"

void fuzz(unsigned char choice, struct iri_str s)
{
	const struct iri_str base = at_the_end(1, first_line(&s), 0);

	(void)choice;
	laws_of_resolution(base, s);
}
