/* SPDX-License-Identifier: ISC */
/* Hosts that a user knows and trusts. Others that look like one of these, or like a host below one, deceive. */
#ifndef IRI_KNOWN_H
#define IRI_KNOWN_H

#include "lib/base/buf.h"
#include "lib/base/texts.h"

/* A zeroed structure with a key in `names` knows no hosts. */
struct iri_known {
	struct iri_texts names;  /* the hosts, with U-labels */
	struct iri_known_slot {
		uint32_t hash;   /* of the skeleton */
		uint32_t name;   /* number of the first name with this skeleton + 1; 0: free */
	} *slots;                /* hash table of skeletons; see iri_skeleton */
	uint32_t n_slots, n;     /* a power of two, and the number of slots in use: at most half */
	size_t longest;          /* the length of the longest skeleton */
	struct iri_buf link, ascii, unicode, skeleton, other, scratch;
};

/*
 * Appends the skeleton of a text (UTS #39, section 4): what it looks like. Two texts with the same skeleton look the
 * same. Differs from UTS #39 in two things: nonspacing marks are left out, and ASCII letters count as lower case, apart
 * from "I", which looks like "l". Linear. text: UTF-8; bytes that are not UTF-8 are copied. Out of memory, sets
 * out->failed.
 */
void iri_skeleton(struct iri_str text, struct iri_buf *out);

/* Does what iri_linter_add_host does. err must not be NULL. */
enum iri_status iri_known_add(struct iri_known *k, struct iri_str host, struct iri_error *err);

/*
 * Finds a known host that a host, or a domain above it, looks like, and sets *known to it in ASCII, valid until the
 * next call. Sets *known to NULL if there is none, or if the host is a known one or below one. host: in lower case, and
 * with U-labels where labels are valid; written: as it is written, with dots and U-labels, but without mapping. Linear.
 * Returns IRI_OK or IRI_NO_MEMORY.
 */
enum iri_status iri_known_look_alike(struct iri_known *k, struct iri_str host, struct iri_str written,
                                     const char **known);

/* Frees the memory of the set. */
void iri_known_free(struct iri_known *k);

#endif
