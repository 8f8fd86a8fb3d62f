/* SPDX-License-Identifier: ISC */
#ifndef IRI_NORM_H
#define IRI_NORM_H

#include "buf.h"

struct iri_normalizer {
	struct iri_normalize_options options;
	unsigned padded;          /* IRI_PADDED if all input has padding behind it, else 0; a filter may set it */
	struct iri_buf normal;    /* the result */
	struct iri_unmapper *unmapper;
	struct iri_hosts *to_ascii, *to_unicode;
	struct iri_hosts *domains; /* "y" for a domain name in normal form, "" for another */
	struct iri_buf a, b, c, domain; /* working space */
};

/* Does what iri_normalize does, on this rung: IRI_RUNG_SYNTAX or IRI_RUNG_SCHEME. */
enum iri_status iri_normalize_on(struct iri_normalizer *n, enum iri_rung rung, struct iri_str s,
                                 struct iri_str *normal, struct iri_error *err);

#endif
