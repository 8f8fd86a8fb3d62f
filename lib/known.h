/* SPDX-License-Identifier: ISC */
/* Hosts that a user knows and trusts. Others that look like one of these, or like a host below one, deceive. */
#ifndef IRI_KNOWN_H
#define IRI_KNOWN_H

#include "buf.h"
#include "texts.h"

/* A zeroed structure with keys in both sets knows no hosts. */
struct iri_known {
	struct iri_texts names;     /* the hosts, with U-labels */
	struct iri_texts skeletons; /* what they look like; see iri_skeleton */
	uint32_t *name_of;          /* for each skeleton, the number of the first host that has it */
	uint32_t room;              /* for elements of name_of */
	struct iri_buf link, ascii, unicode, skeleton, scratch;
};

/*
 * Appends the skeleton of a text (UTS #39, section 4): what it looks like. Two texts with the same skeleton look the
 * same. Nonspacing marks are left out, and ASCII letters are in lower case, since "0" has the skeleton "O". Linear.
 * text: UTF-8 in NFC. Out of memory, sets out->failed.
 */
void iri_skeleton(struct iri_str text, struct iri_buf *out);

/* Does what iri_linter_add_host does. err must not be NULL. */
enum iri_status iri_known_add(struct iri_known *k, struct iri_str host, struct iri_error *err);

/*
 * Finds a known host that a host, or a domain above it, looks like. Returns the known host in ASCII, valid until the
 * next call; or NULL if there is none, or if the host is a known one or below one. host: with U-labels, where labels
 * are valid, and in lower case; written: the same without change of case, since "I" looks like "l". Linear. Out of
 * memory, sets k->skeleton.failed.
 */
const char *iri_known_look_alike(struct iri_known *k, struct iri_str host, struct iri_str written);

/* Frees the memory of the set. */
void iri_known_free(struct iri_known *k);

#endif
