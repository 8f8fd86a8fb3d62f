/* SPDX-License-Identifier: ISC */
/* Names of files. The choice is that of the kind of names, the text a name or a reference. */
#include "fuzz.h"

void fuzz(unsigned char choice, struct iri_str s)
{
	laws_of_names(choice % 2, s);
}
