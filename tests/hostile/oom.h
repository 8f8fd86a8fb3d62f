/* SPDX-License-Identifier: ISC */
#ifndef OOM_H
#define OOM_H

#include <stdbool.h>
#include <stddef.h>

/* What happened since oom_begin */
struct oom_told {
	bool failed; /* the numbered allocation took place, and failed */
	bool later;  /* there was another allocation after it */
	unsigned long count; /* of all allocations */
};

/*
 * From now on, lets the allocation with this number fail, counted over the whole process, libraries included; 0: none.
 * later: all later ones fail, too. Returns false if this build cannot do that.
 */
bool oom_begin(unsigned long number, bool later, struct oom_told *told);

/* Returns the number of bytes that are allocated and not freed, or 0 if this build does not know it. */
size_t oom_live_bytes(void);

#endif
