/* SPDX-License-Identifier: ISC */
/* Parsing, and editing. */
#include "fuzz.h"

void fuzz(unsigned char choice, struct iri_str s)
{
	(void)choice;
	laws_of_parsing(s);
	laws_of_editing(s);
}
