/* SPDX-License-Identifier: ISC */
/* The bases that xml:base gives to elements (XML Base), or @base to a part of Turtle. */
#ifndef XML_BASE_H
#define XML_BASE_H

#include "lib/base/buf.h"

enum { XML_MOST_BASE = 4096 };

struct iri_resolver;

/* The base of an element, a part of xml_bases.text; all zeros if it has none */
struct xml_base {
	bool is_set;
	size_t off, n;
};

/* All zeros at the start */
struct xml_bases {
	struct iri_buf text;           /* the bases of the open elements, the innermost last */
	struct xml_base current;       /* that of the innermost element */
	/* The other members are for xml_base.c. */
	struct iri_resolver *resolver;
	struct iri_buf outer;
	bool failed;
};

/* Returns the text of a base. It is absent if there is none. */
struct iri_str xml_base_text(const struct xml_bases *b, struct xml_base base);

/*
 * Makes value, which an attribute xml:base has, the current base. First resolves it against the base around it. If
 * that is relative, so is the result: "a/" and "../b/" give "a/../b/". A value that is not valid does not count. Of a
 * base that is longer than XML_MOST_BASE, and so does not count, only the start is kept: the text is bounded by the
 * number of open elements.
 */
void xml_base_enter(struct xml_bases *b, struct iri_str value);

/* Makes value the current base, also resolved, for formats in which a base ends the one before, as @base of Turtle. */
void xml_base_replace(struct xml_bases *b, struct iri_str value);

/* Makes the base current that was so before an element was opened. */
void xml_base_leave(struct xml_bases *b, struct xml_base before);

/* Whether memory ran out. */
bool xml_base_failed(const struct xml_bases *b);

void xml_base_free(struct xml_bases *b);

#endif
