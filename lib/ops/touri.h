/* SPDX-License-Identifier: ISC */
#ifndef IRI_TOURI_H
#define IRI_TOURI_H

#include "lib/base/bits.h"
#include "lib/base/buf.h"

struct iri_mapper {
	struct iri_map_options options;
	unsigned padded;     /* IRI_PADDED with options.padded, else 0 */
	struct iri_buf uri;  /* the result */
	struct iri_buf repaired; /* the input, repaired */
	struct iri_buf host;     /* working space */
	struct iri_hosts *hosts; /* cache for iri_host_add_ascii, or NULL */
};

/*
 * Appends the URI for ref, a valid reference without bidi controls whose text is padded. If ref->mapped is 0, the URI
 * is ref->text. Uses the text, scheme, authority, host, path, query and mapped of ref. After an error, which it
 * returns, appends nothing; the offset in *err counts from the start of ref.
 */
enum iri_status iri_map_to(struct iri_mapper *m, const struct iri_ref *ref, struct iri_buf *out, struct iri_error *err);

/* Whether iri_map_to certainly does not fail for ref, except if memory runs out: no host becomes ASCII. */
IRI_INLINE bool iri_is_mappable(const struct iri_mapper *m, const struct iri_ref *ref)
{
	const bool has_host = ref->mapped & 1u << IRI_HOST || (ref->scheme.p && !ref->authority.p);

	return !m->options.encode_query && (m->options.percent_host || !has_host);
}

#endif
