/* SPDX-License-Identifier: ISC */
/* The two hosts that named.h compares: that of the text and that of the link. */
#ifndef NAMED_HOST_H
#define NAMED_HOST_H

#include "inner.h"

#include "cmd/base/suffix_list.h"

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
	/*
	 * The host of the link, behind the redirectors that inner.h knows, in ASCII but for labels that are not valid;
	 * empty if the link is "data:"
	 */
	struct iri_buf goes_to;
	/* For named.c: */
	bool has_www;           /* the text begins with "www." */
	bool is_cut;            /* the text ends in its host, and says so with "..." */
	struct iri_str alone;   /* the host, if the text is nothing else; else absent */
	struct inner inner;
	struct iri_host_converter *converter;
	struct iri_linter *linter; /* which knows one host: that in `known` */
	struct iri_buf scratch, read, repaired, seen, known;
};

/*
 * Appends a name that is no domain name, in lower case, with its valid labels in ASCII. Out of memory, sets
 * out->failed.
 */
void named_add_labels(struct iri_host_converter *c, struct iri_str name, struct iri_buf *out);

/* Sets *name to a host in ASCII, in lower case, without a dot at its end. Returns false if it has none. */
bool named_set(struct named *n, struct iri_str host, struct iri_buf *name);

/*
 * Does the same for n->goes_to, but for a host that is not valid, too: software may accept it, and the link does not go
 * elsewhere. Its labels that are not valid stay, in lower case.
 */
bool named_set_goes_to(struct named *n, struct iri_str host);

/* Returns the registrable domain of n->goes_to. */
struct iri_str named_goes_to_site(const struct named *n);

/* Whether the registrable domains of n->name and n->goes_to are the same. */
bool named_is_same_site(const struct named *n);

#endif
