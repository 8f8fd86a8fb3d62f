/* SPDX-License-Identifier: ISC */
#ifndef OOM_H
#define OOM_H

#include <stdbool.h>

/*
 * From now on, lets the allocation with this number fail, counted over the whole process, libraries included; 0: none.
 * later: all later ones fail, too. Sets *told when the numbered allocation fails. Returns false if this build cannot do
 * that.
 */
bool oom_begin(unsigned long number, bool later, bool *told);

#endif
