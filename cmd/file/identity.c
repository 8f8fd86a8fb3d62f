/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "identity.h"

#include "lib/base/array.h"
#include "lib/base/str.h"

#include <stdlib.h>
#include <string.h>

int identity_compare(const void *a, const void *b)
{
	const struct identity *const x = a, *const y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->inode > y->inode) - (x->inode < y->inode);
}

bool identity_any_twice(const struct messages *m, struct iri_str names)
{
	union ARRAY_OF(struct identity) files = {0};
	struct stat st;
	bool any = false;

	for (const char *p = names.p, *const end = p + names.n; p < end; p += strlen(p) + 1) {
		if (stat(p, &st) == 0) {
			const struct identity identity = identity_of(&st);
			ARRAY_ADD(files, &identity);
		}
	}
	buf_check(m, &files.buf);
	struct identity *const found = files.item;
	const size_t n = ARRAY_COUNT(files);
	if (n)
		qsort(found, n, sizeof *found, identity_compare);
	for (size_t i = 1; i < n && !any; i++)
		any = identity_compare(&found[i - 1], &found[i]) == 0;
	iri_buf_free(&files.buf);
	return any;
}
