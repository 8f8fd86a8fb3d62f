/* SPDX-License-Identifier: ISC */
/* The fragment of a reference: which anchor it means, and whether the document has it */
#ifndef FRAGMENT_H
#define FRAGMENT_H

#include "resolve.h"

/* A fragment of a document, to be looked up when its anchors are known */
struct fragment_key {
	struct listing_found file; /* FOUND_NOTHING: no document has it */
	struct iri_str fragment;   /* as it stands, without a text directive (":~:") */
	uint64_t raw;              /* its hash, or that of what follows user-content- */
	uint64_t decoded;          /* the hash of it percent-decoded */
};

/*
 * Sets *key to what the fragment of a reference means. Returns false if there is nothing to look up: no fragment, a
 * target that was not found or not checked, or a fragment with a meaning of its own (#top).
 */
bool resolve_key(struct resolver *r, const struct origin *from, const struct resolve_target *target,
                 struct fragment_key *key);

/*
 * Whether a fragment, present, means the anchor with just this text, in every document but the one that has the
 * reference: its key is anchor_hash of it.
 */
bool fragment_is_plain(const struct origin *from, struct iri_str fragment);

/* Whether the document has the anchor. Can read the document; see tree_document. */
bool resolve_fragment(struct resolver *r, const struct fragment_key *key);

/* Whether the document, which lacks the anchor, has it in another case. */
bool resolve_folded(struct resolver *r, const struct fragment_key *key);

#endif
