/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "made.h"

#include <search.h>
#include <stdlib.h>

/* A tree (tsearch) of the identities of the files */
static void *made_files;

bool made_has(const char *name)
{
	struct stat st;

	if (stat(name, &st) != 0)
		return false;
	const struct identity file = identity_of(&st);
	return tfind(&file, &made_files, identity_compare);
}

void made_remove(struct identity file)
{
	struct identity **const found = tfind(&file, &made_files, identity_compare);
	struct identity *const entry = found ? *found : NULL;

	if (entry)
		tdelete(&file, &made_files, identity_compare);
	free(entry);
}

/* If the file is there already, the entry is that of a removed file with the same inode number, and stays. */
bool made_add(struct identity file)
{
	struct identity *const entry = malloc(sizeof *entry);

	if (!entry)
		return false;
	*entry = file;
	struct identity **const found = tsearch(entry, &made_files, identity_compare);
	if (!found || *found != entry)
		free(entry);
	return found;
}

void made_free(void)
{
	while (made_files)
		made_remove(**(struct identity **)made_files);
}
