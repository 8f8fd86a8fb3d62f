/* SPDX-License-Identifier: ISC */
/* Public functions of all modules take absent strings. */
#include "unit.h"

void test_absence(void)
{
	laws_of_absence();
	done("what is absent is no memory to look at");
}
