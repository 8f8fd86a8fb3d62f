/* SPDX-License-Identifier: ISC */
/* The public functions of all modules accept absent strings. */
#include "unit.h"

void test_absence(void)
{
	laws_of_absence();
	done("absence: public functions accept an absent string");
}
