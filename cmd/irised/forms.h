/* SPDX-License-Identifier: ISC */
/* irised --relative and --root-relative: writes local links in one form. */
#ifndef FORMS_H
#define FORMS_H

#include "cmd/tree/resolve.h"

enum form { FORM_AS_IT_IS, FORM_RELATIVE, FORM_ROOT_RELATIVE };

/*
 * Appends the reference in this form: with a relative path, "../x", or with one from the root, "/x". Query and fragment
 * stay. Returns false if it stays as it is: it is not local, leads nowhere, or has the form already.
 */
bool forms_write(struct resolver *r, const struct origin *from, enum form form, struct iri_str reference,
                 struct iri_buf *out);

#endif
