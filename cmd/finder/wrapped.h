/* SPDX-License-Identifier: ISC */
/* Wrapped links: a wrapped link stands in "<>" and is broken over lines (RFC 3986, appendix C). */
#ifndef WRAPPED_H
#define WRAPPED_H

#include "lib/base/buf.h"

/*
 * Finds the next wrapped link from this byte of the text on. Sets *link to its place, and *joined to the link without
 * white space; link->len is 0 if there is none. Returns where the next search begins.
 */
size_t wrapped_find(struct iri_str text, size_t from, const struct iri_link_options *links, struct iri_buf *joined,
                    struct iri_link *link);

#endif
