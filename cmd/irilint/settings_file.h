/* SPDX-License-Identifier: ISC */
/* Reads a file of settings. */
#ifndef SETTINGS_FILE_H
#define SETTINGS_FILE_H

#include "cmd/base/arena.h"
#include "cmd/base/options.h"
#include "cmd/tree/sites.h"

/* A line of a file */
struct setting {
	const char *section; /* the pattern of its section, or NULL */
	const char *key, *value;
	const struct option_table *table; /* that of the option */
	const struct option_row *row;
	uintmax_t line;
	enum generator generator;
	bool is_told; /* of a baseline: settings_rules has named it */
};

struct settings_file {
	const char *name;      /* for messages */
	struct iri_str folder; /* absolute; empty for "/" */
	struct setting *settings;
	size_t n;
};

/* Reads files. The options that a file can set are among `tables`. */
struct settings_reader {
	struct arena *arena;
	const struct option_table *tables;
};

/*
 * Reads a file, which must be a regular one. folder: the absolute path of its folder. Returns NULL if there is none,
 * and is_needed is false. Ends the program with a message if the file is wrong.
 */
struct settings_file *settings_file_read(const struct settings_reader *r, const char *name, struct iri_str folder,
                                         bool is_needed);

/* Ends the program after a message about a place in a file. */
_Noreturn void settings_file_refuse(const struct messages *m, const char *file, uintmax_t line, size_t column,
                                    const char *text);

#endif
