/* SPDX-License-Identifier: ISC */
/* Normal forms, for those who compare them. */
#ifndef IRI_NORM_H
#define IRI_NORM_H

#include "iri.h"

/* Sets out to the normal form of s, even if that is s itself. Returns IRI_OK, or an error as iri_normalize does. */
enum iri_status iri_normal_form(struct iri_normalizer *n, struct iri_str s, struct iri_buf *out,
                                struct iri_error *err);

#endif
