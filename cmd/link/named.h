/* SPDX-License-Identifier: ISC */
/* Whether the text of a link names another site than that where the link goes. */
#ifndef NAMED_H
#define NAMED_H

#include "named_host.h"

/* A link in a document; see struct span */
struct named_link {
	struct iri_str label;   /* absent: none, or code */
	struct iri_str title;
	struct iri_str target;
	struct iri_str base;    /* what the document names as its base; absent: nothing */
	struct iri_str site;    /* the address of the site, for a relative target without a base; absent if unknown */
};

/*
 * Whether the label of a link is a link, a host or an address, or begins with one, and its registrable domain differs
 * from that of the target; or else whether that is so for its title, and it begins with a scheme. A host or an address
 * without a scheme counts if its last label is a top-level domain, or "example" (RFC 2606), or the first one is "www";
 * but no name of a file, as README.md. A host that is only a segment of the target's path can be the name of a file or
 * repository there. All addresses of a mailto link must be of the domain that the label names, or the label shows
 * them. A copy of a page in an archive is of the site of the page; if the link does not tell the page, nobody knows.
 */
bool named_differs(struct named *n, const struct named_link *link);

void named_free(struct named *n);

#endif
