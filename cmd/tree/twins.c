/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "twins.h"

#include "lib/base/str.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Identifies a file in the system */
struct identity {
	dev_t device;
	ino_t inode;
};

static int compare_twins(const void *a, const void *b)
{
	const struct identity *const x = a, *const y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->inode > y->inode) - (x->inode < y->inode);
}

bool twins_any(const struct messages *m, struct iri_str names)
{
	struct iri_buf files = {0};
	struct stat st;
	bool any = false;

	for (const char *p = names.p, *const end = p + names.n; p < end; p += strlen(p) + 1) {
		if (stat(p, &st) == 0) {
			const struct identity identity = {.device = st.st_dev, .inode = st.st_ino};
			iri_buf_add(&files, (const char *)&identity, sizeof identity);
		}
	}
	buf_check(m, &files);
	struct identity *const found = (void *)files.p;
	const size_t n = files.n / sizeof *found;
	if (n)
		qsort(found, n, sizeof *found, compare_twins);
	for (size_t i = 1; i < n && !any; i++)
		any = compare_twins(&found[i - 1], &found[i]) == 0;
	iri_buf_free(&files);
	return any;
}
