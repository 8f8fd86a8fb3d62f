/* SPDX-License-Identifier: ISC */
/*
 * The names of files below the root. A folder is listed when a path first names it, from what is known of it or else
 * from the disk. If that does not tell the kind of a
 * file, it is looked at with lstat when a path first names it, so that many links to it cost one call. Symbolic links
 * are followed by their text; what is outside of the root is never opened. Memory: 40 bytes and the name for each file
 * of a listed folder.
 */
#ifndef LISTING_H
#define LISTING_H

#include "folder.h"
#include "root.h"

#include <stdint.h>

struct listing_entry {
	const char *name;      /* if it was moved, its path on the disk follows, after the NUL */
	struct folder *folder; /* the folder that it is; NULL: it is none, or not known */
	void *document;        /* for the user of the listing; NULL at the start */
	enum entry_kind kind : 8;
	bool is_moved;         /* by listing_move */
	unsigned char format;  /* for the user of the listing; 0 at the start */
};

struct folder {
	struct iri_str path;           /* below the root; followed by a NUL */
	struct iri_str disk;           /* on the disk: the same, unless listing_move has moved it or one above */
	struct folder *parent;         /* NULL for the root */
	struct listing_entry *entries; /* sorted by name */
	uint64_t *starts;              /* of the names of the entries, as numbers; NULL before the first search */
	size_t n;
	bool is_listed, is_unreadable;
	struct folded *folded;         /* for folded.c: all entries, sorted; NULL before the first search */
	void *site;                    /* for the user of the listing; NULL at the start */
	int8_t has_mdx;                /* the same; 0 at the start */
};

struct listing {
	struct messages *messages; /* gets one about each folder or file that cannot be read */
	struct root root;
	struct arena arena;
	struct folder top;
	const struct known_folders *known; /* to be set before the first search, or NULL: these are not read again */
	bool is_quiet;             /* print no messages about folders */
	bool is_ambiguous;         /* set by folded_find if two entries have the same folded name */
	/* The other members are for listing.c. */
	struct folder *last;       /* the folder of the last path that was found, or NULL */
	struct iri_buf rest, target, scratch;
};

/* What a path leads to */
struct listing_found {
	enum {
		FOUND_NOTHING,
		FOUND_FILE,
		FOUND_FOLDER,
		FOUND_OTHER, /* it exists, but is not to be opened: a device, a FIFO, or a link that leaves the root */
	} what;
	struct folder *folder;       /* the folder, or the one that the file is in */
	struct listing_entry *entry; /* of the file */
	bool is_before_end;          /* FOUND_FILE: the path goes on after it with "/" */
};

/* Finds what a path below the root leads to. Symbolic links are followed, at most 40. */
struct listing_found listing_find(struct listing *l, struct iri_str path);

/* Finds what a name in a folder leads to. */
struct listing_found listing_below(struct listing *l, const struct folder *f, struct iri_str name);

/* Returns the entry of the folder with this name, or NULL. */
struct listing_entry *listing_entry(struct listing *l, struct folder *f, struct iri_str name);

/* Returns the number of the first entry of the folder whose name is not before this one. */
size_t listing_place(struct listing *l, struct folder *f, struct iri_str name);

/* Sets the kind of an entry of a folder, if it is not known, and e->folder if it is one. */
void listing_look_at(struct listing *l, struct folder *f, struct listing_entry *e);

/* Adds a file to the listing, not to the disk, unless the path is there or its folder is not. */
void listing_add_file(struct listing *l, struct iri_str path);

/*
 * Moves an entry in the listing, not on the disk: what was found before is no longer valid. The folders that the new
 * path names are made if they are missing. Neither path has symbolic links. Returns NULL, or why that is impossible.
 */
const char *listing_move(struct listing *l, struct iri_str old, struct iri_str new);

/* Appends the path below the root of a file or folder that was found, which has no symbolic links. */
void found_add_path(const struct listing_found *found, struct iri_buf *path);

/* Opens a regular file that was found, and returns its descriptor, or -1 with errno. */
int listing_open(const struct listing *l, const struct listing_found *found);

/*
 * Prints a message about a file or folder that cannot be read, by errno. If it is missing or not permitted, raises the
 * exit status. Ends the program after any other error, since other findings would be wrong, too.
 */
void listing_report(const struct listing *l, const char *path);

void listing_free(struct listing *l);

#endif
