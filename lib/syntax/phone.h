/* SPDX-License-Identifier: ISC */
#ifndef IRI_PHONE_H
#define IRI_PHONE_H

#include "lib/base/array.h"

/* The parameters of a telephone number */
union iri_params ARRAY_OF(struct iri_param);

/*
 * Appends the normal form of a telephone number: in lower case, without visual separators, and with its parameters in
 * the order of RFC 3966, section 3. All numbers that are equivalent by its section 4 have the same normal form. number:
 * the path of a tel IRI, with all non-ASCII characters percent-encoded, and no unreserved ones. params: working space.
 * Returns false, and appends nothing, if it does not begin with a number. Out of memory, sets out->failed. Time is that
 * of sorting the parameters.
 */
bool iri_phone_normal(struct iri_str number, union iri_params *params, struct iri_buf *out);

#endif
