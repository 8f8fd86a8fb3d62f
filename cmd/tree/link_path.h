/* SPDX-License-Identifier: ISC */
/* Writes local links in one way: for irised --relative, --root-relative and --move. */
#ifndef LINK_PATH_H
#define LINK_PATH_H

#include "resolve.h"

enum path_kind { PATH_AS_IT_IS, PATH_RELATIVE, PATH_FROM_ROOT };

/* How a path is written */
struct path_style {
	bool is_ascii;  /* all that is not ASCII is percent-encoded */
	bool has_dot;   /* a relative path begins with "./" or "../" */
	bool is_folder; /* it ends with "/" */
};

/* Whether a path ends with "/", "." or "..", so that it names a folder (RFC 3986, section 5.2.4). */
bool link_path_is_folder(struct iri_str path);

/* Appends the path relative to a folder, both of which are below the root: "../b.md". */
void link_path_relative(struct iri_str folder, struct iri_str path, struct iri_buf *out);

/* Appends a path below the root as a reference. folder: what relative references are relative to */
void link_path_add(struct iri_buf *out, enum path_kind kind, struct iri_str folder, struct iri_str path,
                   const struct path_style *style);

/*
 * Appends the reference in this way: with a relative path, "../x", or with one from the root, "/x". Query and fragment
 * stay. Returns false if it stays as it is: it is not local, leads nowhere, or is written so already.
 */
bool link_path_write(struct resolver *r, const struct origin *from, enum path_kind kind, struct iri_str reference,
                     struct iri_buf *out);

#endif
