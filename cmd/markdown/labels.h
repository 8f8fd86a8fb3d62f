/* SPDX-License-Identifier: ISC */
/* The labels that definitions have (CommonMark 0.31.2, section 4.7). */
#ifndef LABELS_H
#define LABELS_H

#include "lib/base/array.h"

/* All zeros: no labels. If memory runs out, a buffer has `failed` set. */
struct labels {
	struct iri_buf text; /* labels in their normal form */
	union ARRAY_OF(size_t) ends; /* where each of them ends */
	union ARRAY_OF(struct iri_str) list; /* sorted; see labels_sort */
	struct iri_buf used; /* a byte for each in `list`: labels_has has found it */
	struct iri_buf key;  /* the label that is looked up, in its normal form */
};

/* Appends the normal form of a label: case folded, and white space trimmed and collapsed (section 6.3). */
void labels_add_normal(struct iri_str label, struct iri_buf *out);

/* Adds a label: the text between its brackets. */
void labels_add(struct labels *labels, struct iri_str label);

/* Sorts the labels. Call it after the last labels_add, and before labels_has. */
void labels_sort(struct labels *labels);

/*
 * Whether the labels have this one. Labels are compared without case, and without regard to the amount of white space
 * (section 6.3, "matches"). Takes time linear in the length of the label, times the logarithm of the number of labels.
 */
bool labels_has(struct labels *labels, struct iri_str label);

/* Whether labels_has has found the label with this number, from 0, in the order of labels_add, or one that is equal. */
bool labels_is_used(const struct labels *labels, size_t number);

/*
 * After labels_sort: whether the labels have this one. Sets *number to the number of the first that is equal, from 0,
 * in the order of labels_add: links use the first of such definitions. Takes the time of labels_has.
 */
bool labels_number(struct labels *labels, struct iri_str label, size_t *number);

bool labels_failed(const struct labels *labels);

void labels_free(struct labels *labels);

#endif
