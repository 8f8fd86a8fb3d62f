/* SPDX-License-Identifier: ISC */
#ifndef IRI_REPAIR_H
#define IRI_REPAIR_H

#include "buf.h"
#include "offsets.h"

/*
 * Appends s, repaired as a person would: a stray "%" becomes "%25", "%uHHHH" its character, brackets outside an IP
 * literal "%5B" and "%5D", a "#" in the fragment "%23", and "\" before the query of http, https, ws, wss, ftp and file
 * "/" (2011 draft, section 7). Valid IRI references stay as they are. The result is not yet valid: parse it with
 * IRI_ALLOW_LEIRI. at: see offsets.h; may be NULL.
 */
void iri_repair(struct iri_str s, struct iri_buf *out, struct iri_offsets *at);

#endif
