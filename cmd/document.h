/* SPDX-License-Identifier: ISC */
/* Documents: finds their links, each with its place. One file per format: text is in document.c, XML in xml.c. */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "lines.h"

/* A link in a document. The views are valid only while the function that gets the span runs. */
struct span {
	enum iri_link_kind kind;
	bool broken;              /* see struct iri_link */
	uintmax_t off;            /* its place in the document, in bytes of its text in UTF-8 */
	size_t len;
	uintmax_t line;           /* from 1; 0 if the options do not want places */
	size_t column;            /* in characters from 1 */
	struct iri_str text;      /* as it stands in the document */
	struct iri_str reference; /* the link that is meant: character references resolved, line breaks removed */
};

struct document_options {
	struct iri_link_options links;
	enum document_format { FORMAT_AUTO, FORMAT_TEXT, FORMAT_XML } format; /* in the order of --from */
	bool unwrap;              /* also find links in "<...>" that are broken over lines (RFC 3986, appendix C) */
	bool places;              /* find lines and columns */
};

/*
 * Reads the document from fd, and calls found for each of its links, in the order of the text. Stops if found returns
 * false. name: the file's name, which tells the format if the options do not. Prints a message if the document is
 * binary or cannot be read. Writes the output of l before it reads, since the read may block. Memory is bounded by the
 * longest line, or with unwrap by the longest paragraph; an XML document is read as a whole.
 */
void document_read(struct lines *l, const struct document_options *o, int fd, const char *name,
                   bool (*found)(void *arg, const struct span *span), void *arg);

/* The links in a text. Set o, text and unwrap; the other members are 0. Free it with finder_free. */
struct finder {
	const struct document_options *o;
	struct iri_str text;
	size_t from;              /* links before this byte are found */
	struct iri_link whole;    /* the next link that is not wrapped; its len is 0 before the first search */
	bool ended;               /* no link that is not wrapped follows */
	size_t searched;          /* wrapped links before this byte are found */
	struct iri_link wrapped;  /* the next link in brackets that is broken over lines; len 0: none */
	struct iri_buf joined;    /* the wrapped link without white space */
};

/* Finds the next link, and sets *reference to the link that is meant. Returns false if there is none. */
bool finder_next(struct finder *f, struct iri_link *link, struct iri_str *reference);
void finder_free(struct finder *f);

#endif
