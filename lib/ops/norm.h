/* SPDX-License-Identifier: ISC */
#ifndef IRI_NORM_H
#define IRI_NORM_H

#include "lib/base/buf.h"
#include "lib/syntax/phone.h"

struct iri_normalizer {
	struct iri_normalize_options options;
	unsigned padded;          /* IRI_PADDED with options.padded, else 0 */
	struct iri_buf normal;    /* the result of iri_normalize */
	struct iri_unmapper *unmapper;
	struct iri_hosts *to_ascii, *to_unicode; /* caches for functions of host.h, or NULL */
	struct iri_hosts *domains; /* cache: "y" for a domain name in normal form, "" for another */
	struct iri_buf aligned;    /* the URI form of a component */
	struct iri_buf changed;    /* that form after a further change: in NFC, or without dot segments */
	struct iri_buf ascii;      /* a domain name in ASCII */
	union iri_params params;   /* of a telephone number */
	struct iri_buf scratch, domain; /* working space */
};

/*
 * Normalizes ref, which was parsed without bidi controls, as iri_normalize does, but on the given rung, IRI_RUNG_SYNTAX
 * or IRI_RUNG_SCHEME. Sets *normal to the normal form: ref->text or a view of n->normal. Returns IRI_OK, or
 * IRI_NO_MEMORY with *err set.
 */
enum iri_status iri_normalize_on(struct iri_normalizer *n, enum iri_rung rung, const struct iri_ref *ref,
                                 struct iri_str *normal, struct iri_error *err);

#endif
