/* SPDX-License-Identifier: ISC */
/* Folders: reads the names in them, and finds the files in them and in the folders below. */
#ifndef FOLDER_H
#define FOLDER_H

#include "cmd/base/arena.h"
#include "lib/base/array.h"
#include "lib/base/texts.h"

#include <dirent.h>

/* What a name in a folder is. Reading a folder tells the kinds up to ENTRY_LINK on most systems. */
enum entry_kind {
	ENTRY_UNKNOWN,    /* not looked at yet */
	ENTRY_FILE,
	ENTRY_NEW_FOLDER, /* the same as ENTRY_FOLDER, but nothing else is known of it yet */
	ENTRY_LINK,       /* a symbolic link */
	ENTRY_FOLDER,
	ENTRY_OTHER,      /* a FIFO, a device and so on, or it cannot be looked at */
};

/*
 * The names in a folder but "." and "..", in the order of their bytes. One byte before each, its kind; a NUL after it.
 */
union folder_names ARRAY_OF(const char *);

/*
 * Reads the names in an open folder, and replaces those of *names, which point into *text. Returns false, with errno,
 * if not all can be read. If memory runs out, a buffer has failed.
 */
bool folder_read(DIR *folder, struct iri_buf *text, union folder_names *names);

/*
 * The names in the folders that folder_walk has read, as far as 4 MiB suffice: so that nobody else must read them. Set
 * arena.messages; the other members are 0 at the start.
 */
struct known_folders {
	struct arena arena;
	struct iri_texts paths; /* of the folders, absolute and without symbolic links; empty for "/" */
	union ARRAY_OF(struct known_folder) folders;
	struct iri_buf base;    /* the path of the folder in which the walk began, if has_base is set */
	bool has_base;
	size_t bytes;
};

/* A folder of which the names are known */
struct known_folder {
	const char *names; /* n of them, as in union folder_names, but one after the other */
	size_t n;
};

/* Returns the folder with this path, if its names are known, or NULL. k: NULL if none are */
const struct known_folder *known_folder(const struct known_folders *k, struct iri_str path);

/* Whether it has this name. */
bool known_folder_has(const struct known_folder *f, const char *name);

void known_folders_free(struct known_folders *k);

/*
 * Calls file for each file in the folder and the folders in it, in the order of their names, if it is a regular file
 * that is wanted. Leaves out folders that are not wanted, and symbolic links; but name can be one. The path is name,
 * "/" and the path below the folder, which begins at byte `below`; or only the latter if name is "."; it is never "-".
 * If file returns false, stops and returns false. Prints a message for each file or folder that cannot be read. known:
 * NULL, or where the names are kept of each folder before something in it is wanted
 */
bool folder_walk(struct messages *m, const char *name,
                 bool (*wants)(void *arg, const char *path, size_t below, bool is_folder),
                 bool (*file)(void *arg, const char *path), void *arg, struct known_folders *known);

#endif
