/* SPDX-License-Identifier: ISC */
/* Whether the text of a link names another site than that where the link goes. */
#ifndef NAMED_H
#define NAMED_H

#include "inner.h"

#include "cmd/base/tld.h"

/* Set the first two members; the others are 0 at the start. named_free frees it. */
struct named {
	const struct messages *messages; /* ends the program if memory runs out */
	struct tld *tld;
	/* The result of named_differs: */
	bool has_scheme;        /* the text names a link, not only a host or an address */
	bool in_title;          /* it is the title of the link */
	bool is_copy;           /* the link goes to a copy of a page of goes_to, in an archive */
	bool is_later;          /* goes_to is the domain of another address than the first one of mailto */
	bool looks_alike;       /* its host only looks like that of the link (UTS #39, section 4) */
	struct iri_buf name;    /* the host that the text names, in ASCII */
	struct iri_buf goes_to; /* the host of the link, in ASCII, behind the redirectors that inner.h knows */
	/* For named.c: */
	bool has_www;           /* the text begins with "www." */
	struct iri_str alone;   /* the host, if the text is nothing else; else absent */
	struct inner inner;
	struct iri_host_converter *converter;
	struct iri_buf scratch, repaired, seen;
};

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
