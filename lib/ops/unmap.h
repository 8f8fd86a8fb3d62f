/* SPDX-License-Identifier: ISC */
/* Decodes a component of a URI */
#ifndef IRI_UNMAP_H
#define IRI_UNMAP_H

#include "unmap_run.h"

#include "lib/host/idna.h"

/*
 * Appends s, one component of a parsed reference, converted as iri_to_iri does without the options bidi and
 * unicode_host. The function m->escaped gets offsets in s. Out of memory, sets out->failed or m->scratch.failed, which
 * the caller clears before the call.
 */
void iri_unmap_component(struct iri_unmapper *m, enum iri_component where, struct iri_str s, struct iri_buf *out);

/*
 * Whether ref is certainly its own IRI, as most references without percent-encoded octets are. padded: the text is
 * padded.
 */
IRI_INLINE bool iri_is_own_iri(const struct iri_unmapper *u, const struct iri_ref *ref, bool padded)
{
	const struct iri_unmap_options *const o = &u->options;

	if (ref->encoded || (o->bidi && ref->mapped) || o->for_text)
		return false;
	/* A-labels stand in the host or, in an acct IRI, in the path. */
	return !o->unicode_host ||
	       (!iri_may_have_ace(ref->host, false, padded) && (ref->authority.p || !ref->scheme.p));
}

/* Converts a component, or a part of one, and appends it to ps->out. s is a view of the input. */
void iri_pass_convert(struct iri_pass *ps, struct iri_str s);

/*
 * Converts the rest of a text, from p on, for which iri_unmap_plain stopped there; its output begins at offset `from`
 * of ps->out.
 */
void iri_pass_resume(struct iri_pass *ps, const char *p, const char *end, size_t from);

#endif
