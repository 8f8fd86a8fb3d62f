/* SPDX-License-Identifier: ISC */
/* Paths with "/" between names, which can have any bytes. An empty path is the folder in which paths begin. */
#ifndef PATHS_H
#define PATHS_H

#include "lib/base/str.h"

/* Returns the path without "/" at its end. */
struct iri_str path_without_slash(struct iri_str path);

/* Returns the folder that the file is in: what stands before its name. */
struct iri_str path_folder(struct iri_str path);

/* Whether the path ends with this text, in any case of ASCII letters. */
bool path_ends_with(struct iri_str path, const char *end);

/* Whether the path is that of the folder, or of something in it. */
bool path_is_below(struct iri_str path, struct iri_str folder);

/* Appends the path of something in a folder. name: its path from there on, which can be empty */
void path_add(struct iri_buf *out, struct iri_str folder, struct iri_str name);

/* Appends the folder, "/" and the name. */
void path_join(struct iri_buf *out, struct iri_str folder, struct iri_str name);

#endif
