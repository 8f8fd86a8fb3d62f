/* SPDX-License-Identifier: ISC */
/* Sentences on how a link deceives its reader. */
#ifndef WARNINGS_H
#define WARNINGS_H

#include "facts.h"

/* Returns the part of the link s that a sentence about a finding may quote: between delimiters. */
struct iri_str warnings_part(struct iri_str s, const struct iri_finding *finding);

/*
 * Appends a sentence for a finding in the link s, with the parts that the finding is about in quotation marks. Appends
 * nothing if the finding is about no deception, or if the sentence for another finding says the same. facts: what is
 * known so far: kind, goes_to, host and user. Converts labels with the finder.
 */
void warnings_add(struct facts_finder *f, const struct facts *facts, struct iri_str s,
                  const struct iri_finding *finding, struct iri_buf *out);

#endif
