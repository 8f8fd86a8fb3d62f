/* SPDX-License-Identifier: ISC */
#ifndef IRI_REPAIR_H
#define IRI_REPAIR_H

#include "lib/base/buf.h"
#include "lib/base/offsets.h"

/*
 * Appends s, repaired as a person would repair it: a stray "%" becomes "%25"; "%uHHHH" becomes its character; brackets
 * outside an IP literal become "%5B" and "%5D"; a "#" in the fragment becomes "%23"; and "\" before the query of http,
 * https, ws, wss, ftp and file becomes "/" (2011 draft, section 7). A valid IRI reference stays as it is. The result
 * can still be invalid, or have characters of IRI_ALLOW_LEIRI: parse it with that form. at: see offsets.h; may be NULL.
 * Out of memory, sets out->failed.
 */
void iri_repair(struct iri_str s, struct iri_buf *out, struct iri_offsets *at);

#endif
