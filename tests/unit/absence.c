/* SPDX-License-Identifier: ISC */
/* All modules: arguments that are absent */
#include "unit.h"

void test_absence(void)
{
	laws_of_absence();
	done("what is absent is no memory to look at");
}
