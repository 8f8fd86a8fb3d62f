/* SPDX-License-Identifier: ISC */
/* The labels of definitions (CommonMark 0.31.2, section 4.7). */
#ifndef DEFINITIONS_H
#define DEFINITIONS_H

#include "lib/base/array.h"

/* All zeros: no labels. If memory runs out, a buffer has `failed` set. */
struct definitions {
	struct iri_buf text; /* labels in their normal form */
	union ARRAY_OF(size_t) ends; /* where each of them ends */
	union ARRAY_OF(struct iri_str) list; /* sorted; see definitions_sort */
	struct iri_buf used; /* a byte for each in `list`: definitions_has has found it */
	struct iri_buf key;  /* the label that is looked up, in its normal form */
};

/* Appends the normal form of a label: case folded, and white space trimmed and collapsed (section 6.3). */
void definitions_add_normal(struct iri_str label, struct iri_buf *out);

/* Adds a label: the text between its brackets. */
void definitions_add(struct definitions *d, struct iri_str label);

/* Sorts the labels. Call it after the last definitions_add, and before definitions_has. */
void definitions_sort(struct definitions *d);

/*
 * Whether a definition has this label. Labels are compared without case, and without regard to the amount of white
 * space (section 6.3, "matches"). Takes time linear in the length of the label, times the logarithm of the number of
 * labels.
 */
bool definitions_has(struct definitions *d, struct iri_str label);

/*
 * Whether links use the definition with this number, from 0, in the order of definitions_add: definitions_has has found
 * its label, and no definition before it has the same one.
 */
bool definitions_is_used(const struct definitions *d, size_t number);

/*
 * After definitions_sort: whether a definition has this label. Sets *number to the number of the first that has it,
 * from 0, in the order of definitions_add: links use the first of such definitions. Takes the time of definitions_has.
 */
bool definitions_number(struct definitions *d, struct iri_str label, size_t *number);

static inline bool definitions_failed(const struct definitions *d)
{
	return d->text.failed || d->ends.buf.failed || d->list.buf.failed || d->used.failed || d->key.failed;
}

void definitions_free(struct definitions *d);

#endif
