/* SPDX-License-Identifier: ISC */
/*
 * Arrays that grow: a buffer of items of one type.
 *
 *     union ARRAY_OF(struct link) links = {0};
 *     ARRAY_ADD(links, &link);
 *     for (size_t i = 0; i < ARRAY_COUNT(links); i++)
 *             use(&links.item[i]);
 *     iri_buf_free(&links.buf);
 *
 * Both members begin with the pointer to the items. Functions for buffers work on `buf`, in which lengths are bytes. An
 * array that could not grow has buf.failed set. item is NULL if there was never an item.
 */
#ifndef IRI_ARRAY_H
#define IRI_ARRAY_H

#include "buf.h"

/* What follows `union`, or `union name` for an array that functions take. */
#define ARRAY_OF(type) { struct iri_buf buf; type *item; }

/* The number of items */
#define ARRAY_COUNT(array) ((array).buf.n / sizeof *(array).item)

/* Appends an item. The condition, which is always true, has the compiler compare the types. */
#define ARRAY_ADD(array, value) \
	iri_buf_add(&(array).buf, (const char *)(1 ? (value) : (array).item), sizeof *(array).item)

#endif
