/* SPDX-License-Identifier: ISC */
/* Writes local links in one form: for irised --relative, --root-relative and --move. */
#ifndef FORMS_H
#define FORMS_H

#include "resolve.h"

enum form { FORM_AS_IT_IS, FORM_RELATIVE, FORM_ROOT_RELATIVE };

/* How a path is written */
struct form_style {
	bool is_ascii;  /* all that is not ASCII is percent-encoded */
	bool has_dot;   /* a relative path begins with "./" or "../" */
	bool is_folder; /* it ends with "/" */
};

/* Whether a path ends with "/", "." or "..", so that it names a folder (RFC 3986, section 5.2.4). */
bool forms_names_folder(struct iri_str path);

/* Appends a path below the root as a reference. folder: what relative references are relative to */
void forms_add_path(struct iri_buf *out, enum form form, struct iri_str folder, struct iri_str path,
                    const struct form_style *style);

/*
 * Appends the reference in this form: with a relative path, "../x", or with one from the root, "/x". Query and fragment
 * stay. Returns false if it stays as it is: it is not local, leads nowhere, or has the form already.
 */
bool forms_write(struct resolver *r, const struct origin *from, enum form form, struct iri_str reference,
                 struct iri_buf *out);

#endif
