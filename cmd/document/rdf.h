/* SPDX-License-Identifier: ISC */
/*
 * RDF: the IRIs of Turtle, TriG and Notation3, and of N-Triples and N-Quads, which have one statement in each line.
 * They stand in "<>", outside of strings and comments. Prefixed names are left out.
 */
#ifndef RDF_H
#define RDF_H

#include "cmd/finder/finder.h"
#include "cmd/markup/xml_base.h"

/* A position in a document. All zeros, except for is_lines: its start */
struct rdf {
	bool is_lines;        /* N-Triples or N-Quads: only quotation marks begin strings, which end with their line */
	/* The other members are for rdf.c. */
	char quote;           /* of the long string that is open at the position, or 0 */
	unsigned char quotes; /* the number of such quotes directly before the position, if they can end it */
	bool is_escaped;      /* a backslash stands before the position */
	struct xml_bases bases;
};

/*
 * Finds the IRIs of a layer, also those that are not valid: all between "<" and ">" on a line is one; and, with the
 * option unclosed, those without ">". Returns the number of bytes that are done, as finder_search_json does. If memory
 * ran out, finder_failed tells.
 */
size_t rdf_search(struct finder *f, struct rdf *r, const struct layer *layer, bool at_end);

void rdf_free(struct rdf *r);

#endif
