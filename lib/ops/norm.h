/* SPDX-License-Identifier: ISC */
#ifndef IRI_NORM_H
#define IRI_NORM_H

#include "lib/base/bits.h"
#include "lib/base/buf.h"
#include "lib/syntax/phone.h"
#include "lib/syntax/schemes.h"

struct iri_normalizer {
	struct iri_normalize_options options;
	unsigned padded;           /* IRI_PADDED with options.padded, else 0 */
	struct iri_buf normal;     /* the result of iri_normalize */
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

/*
 * For norm.c and norm_shortcut.c
 */

/*
 * Returns the row for the scheme of ref, or NULL if the table has none, or if the rung is too low for the rules of
 * schemes.
 */
IRI_INLINE const struct iri_scheme *iri_normal_scheme(enum iri_rung rung, const struct iri_ref *ref)
{
	return rung >= IRI_RUNG_SCHEME && ref->scheme.n ? iri_scheme_find(ref->scheme) : NULL;
}

/* Returns the rung that the options name. */
static inline enum iri_rung iri_normal_rung(const struct iri_normalizer *n)
{
	return n->options.syntax_only ? IRI_RUNG_SYNTAX : IRI_RUNG_SCHEME;
}

/*
 * Whether the option no_fragment removes the query, too: in a URN, all that begins with "?+", "?=" or "#" is no part of
 * its identity (RFC 8141, section 3.2).
 */
static inline bool iri_normal_drops_query(const struct iri_normalizer *n, const struct iri_ref *ref, unsigned flags)
{
	return n->options.no_fragment && flags & SCHEME_NID && ref->query.n &&
	       (ref->query.p[0] == '+' || ref->query.p[0] == '=');
}

/* Appends the normal form of a host that is a domain name. */
void iri_normal_domain(struct iri_normalizer *n, struct iri_str host, struct iri_buf *out);

/* Appends the normal form of ref on a rung. After an error, which it returns, appends nothing. */
enum iri_status iri_normalize_to(struct iri_normalizer *n, enum iri_rung rung, const struct iri_ref *ref,
                                 struct iri_buf *out, struct iri_error *err);

#endif
