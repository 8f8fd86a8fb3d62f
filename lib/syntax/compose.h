/* SPDX-License-Identifier: ISC */
/* Composition of references from components (RFC 3986, section 5.3). */
#ifndef IRI_COMPOSE_H
#define IRI_COMPOSE_H

#include "lib/base/buf.h"

/* The components of a reference, without delimiters. Each can be absent but the path, which can be empty. */
struct iri_parts {
	struct iri_str of[IRI_FRAGMENT + 1]; /* by enum iri_component */
};

/* Returns the components of a parsed reference. */
struct iri_parts iri_parts_of(const struct iri_ref *ref);

/*
 * Appends the reference with exactly these components, so that parsing it gives them back. form: see enum iri_form.
 * Time is linear.
 *
 * If no reference has them, sets *err; what was appended is then unspecified. err->where names the component at fault,
 * and err->off counts bytes from its start. Errors: those of iri_parse, with *why set to NULL; IRI_BAD_CHAR, with *why
 * set to a message as static text, if the components do not fit together; IRI_NO_MEMORY.
 */
enum iri_status iri_compose(const struct iri_parts *parts, unsigned form, struct iri_buf *out, struct iri_error *err,
                            const char **why);

#endif
