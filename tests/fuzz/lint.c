/* SPDX-License-Identifier: ISC */
#include "fuzz.h"

void fuzz(unsigned char choice, struct iri_str s)
{
	(void)choice;
	laws_of_linting(s);
}
