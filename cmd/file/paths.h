/* SPDX-License-Identifier: ISC */
/* Paths below the root: no "/" at their start, an empty one is the root itself. Names can have any bytes. */
#ifndef PATHS_H
#define PATHS_H

#include "lib/base/str.h"

/* Returns the path without "/" at its end. */
struct iri_str path_without_slash(struct iri_str path);

/* Returns the folder that the file is in: what stands before its name. */
struct iri_str path_folder(struct iri_str path);

/* Whether the path is that of the folder, or of something in it. */
bool path_is_below(struct iri_str path, struct iri_str folder);

/* Appends the path of something in a folder. name: its path from there on, which can be empty */
void path_add(struct iri_buf *out, struct iri_str folder, struct iri_str name);

#endif
