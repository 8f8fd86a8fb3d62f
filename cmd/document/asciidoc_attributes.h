/* SPDX-License-Identifier: ISC */
/*
 * Attributes of AsciiDoc, for the texts of links: {name} in a text stands for a value, and in a target for the link of
 * a definition.
 *
 * A document is read twice. The first reading finds the links that begin with an attribute, so that in the second one
 * the definitions get the texts of these.
 */
#ifndef ASCIIDOC_ATTRIBUTES_H
#define ASCIIDOC_ATTRIBUTES_H

#include "cmd/finder/uses.h"
#include "lib/base/texts.h"

/* The value that an attribute has at a place of the document */
struct asciidoc_value {
	size_t off, n;     /* in `text` */
	bool is_set;
	size_t definition; /* the number of the definition from 1, if the value is a link; else 0 */
};

/* All zeros: no attributes */
struct asciidoc_attributes {
	bool collects;           /* this is the first reading, which reports no links */
	struct iri_texts names;  /* in lower case */
	union ARRAY_OF(struct asciidoc_value) values; /* for each name */
	struct iri_buf text;
	size_t definitions;      /* the number of links that were defined up to here */
	struct uses uses;
	struct iri_buf key, expanded;
	bool failed;
};

/*
 * Sets an attribute to the value of the line ":name: value"; or unsets it, as ":!name:" does. A value is kept if it has
 * at most SPAN_MOST_LABEL bytes, with its own attributes replaced.
 */
void asciidoc_define(struct asciidoc_attributes *a, struct iri_str name, struct iri_str value, bool is_link);

/* Returns the text of links that use the current definition, and counts it. */
struct iri_str asciidoc_next_definition(struct asciidoc_attributes *a);

/* Replaces the attributes in a text by their values. The result has only little more than SPAN_MOST_LABEL bytes. */
void asciidoc_expand(struct asciidoc_attributes *a, struct iri_buf *text);

/* Keeps the text of a link whose target begins with an attribute. Other targets do not count. */
void asciidoc_use(struct asciidoc_attributes *a, const struct finder_options *o, struct iri_str target,
                  struct iri_str text);

/* Begins the second reading. */
void asciidoc_read_again(struct asciidoc_attributes *a);

bool asciidoc_attributes_failed(const struct asciidoc_attributes *a);

void asciidoc_attributes_free(struct asciidoc_attributes *a);

#endif
