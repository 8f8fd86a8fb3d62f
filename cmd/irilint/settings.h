/* SPDX-License-Identifier: ISC */
/*
 * Files of settings. A file .irilint has options of irilint for the documents in its folder and below: a long option
 * without dashes on each line, "disable = pct-unreserved". Lines after "[GLOB]" hold for the paths that match, which
 * begin at that folder. Of several files, the nearer one wins, and the command line wins over all. Files are looked for
 * up to the first folder that has .git.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "ruleset.h"

#include "cmd/base/arena.h"
#include "cmd/tree/sites.h"
#include "lib/base/array.h"
#include "lib/base/texts.h"

/* All members are 0 before the options are parsed. */
struct settings {
	bool none;                         /* --no-config */
	const char *config;                /* --config: the only file */
	const char *shown;                 /* --show-config */
	/* To be set before the functions below are called: */
	const struct option_table *tables; /* the options that a file can set are among these */
	struct arena arena;                /* its member `messages` */
	bool ignores_baselines;            /* one is written, perhaps for the first time */
	const struct known_folders *known; /* or NULL: their names are not looked for on the disk */
	/* For settings.c: */
	struct iri_texts names;            /* of folders: absolute paths */
	union ARRAY_OF(struct settings_folder *) folders;
	struct iri_texts given;            /* names of folders as they were asked for */
	union ARRAY_OF(struct settings_named *) named;
	struct iri_buf read;               /* the names of files, as a list for a message; its user frees it */
	struct iri_buf path, whole;        /* working space */
	struct settings_folder *only;      /* has the file of --config */
	const struct settings_named *last; /* the folder that was asked for last */
	struct iri_str here;               /* the current folder; absent before it is needed, empty if there is none */
};

extern const struct option_row settings_options[];

/* The files that settings name, each followed by a NUL. All zeros at the start */
struct settings_names {
	struct iri_buf against;   /* those that --against would have */
	struct iri_buf baselines; /* those that --baseline would have, each after its folder; see baseline_read */
};

/* Whether a file of settings holds for the folder of a document. */
bool settings_any(struct settings *s, const char *document);

/*
 * Sets *ruleset to what the files say for a document, and then `command`, the options of the command line. Adds to
 * *names the files for the document, but no baseline that was added for another one. Ends the program if a file is
 * wrong.
 */
void settings_rules(struct settings *s, const char *document, const struct ruleset *command, struct ruleset *ruleset,
                    struct settings_names *names);

void settings_names_free(struct settings_names *names);

/* For struct sites */
enum generator settings_generator(void *settings, struct iri_str folder, struct iri_str *from);

/* For struct choose: whether a file excludes a path. */
bool settings_exclude(void *settings, const char *path, bool is_folder);

/*
 * For --show-config: appends each rule with its severity, and other settings, for the file, and what set them.
 * defaults: what holds if neither a file nor an option says anything
 */
void settings_show(struct settings *s, const struct ruleset *command, const struct ruleset *defaults,
                   struct iri_buf *out);

void settings_free(struct settings *s);

#endif
