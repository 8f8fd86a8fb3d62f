/* SPDX-License-Identifier: ISC */
/* Explains a comparison: the rules that make two references equal, or the first place where they differ. */
#ifndef IRI_EXPLAIN_H
#define IRI_EXPLAIN_H

#include "lib/base/buf.h"
#include "lib/iri.h"

/* Working space. All zeros before it is used; iri_causes_free frees it. */
struct iri_causes {
	struct iri_buf forms[2], changed, scratch;
};

/*
 * Sets *causes to the rules that make two references equal which are equivalent on the rung "scheme" or a lower one: a
 * bit 1 << n for each enum iri_cause n. No rule can be left out, and of two rules, each of which would be enough, the
 * lower one is named. Returns false if out of memory.
 */
bool iri_causes_find(struct iri_causes *w, const struct iri_ref refs[2], unsigned *causes);
void iri_causes_free(struct iri_causes *w);

/* Returns the offset of a component in ref->text or, if it is absent, the offset of what comes after its place. */
size_t iri_place_of(const struct iri_ref *ref, enum iri_component c);

/*
 * Sets off[0] and off[1] to the offsets of the first character that differs in two components. Equal are hexadecimal
 * digits in any case, equivalent percent-encodings and, with ignore_case, ASCII letters. If none differs, they are the
 * lengths.
 */
void iri_find_difference(const struct iri_str parts[2], bool ignore_case, size_t off[2]);

#endif
