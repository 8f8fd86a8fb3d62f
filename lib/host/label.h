/* SPDX-License-Identifier: ISC */
/*
 * Whether a label of a domain name may be shown in Unicode, or could deceive a reader: it mixes scripts, or looks like
 * another label. The rules are those that uri2iri(1) numbers for hosts. They follow UTS #39 and what browsers do.
 */
#ifndef IRI_LABEL_H
#define IRI_LABEL_H

#include "lib/iri.h"

enum { IRI_LABEL_RULES = 7 }; /* rules 2 to 8 */

/*
 * Applies rules 2 to 8 to a label of a domain name, or to a part of one: UTF-8 in NFC, valid by IDNA2008 if it is a
 * label. ASCII breaks no rule. Writes a refusal for each rule that the label breaks to r, in the order of the rules,
 * and returns their number. A text that is no label, since it is too long or not UTF-8, has only the refusal
 * IRI_REFUSED_INVALID. tld is the last label of the name, as Unicode in lower case, or empty if it is not known.
 * Linear.
 */
size_t iri_label_refusals(struct iri_str label, struct iri_str tld, struct iri_refusal r[IRI_LABEL_RULES]);

/* Returns the first refusal, or one with IRI_REFUSED_NOT. */
struct iri_refusal iri_label_refusal(struct iri_str label, struct iri_str tld);

/*
 * Writes what the characters of a refusal are: "'а' is Cyrillic (U+0430), 'p' is Latin", or with `ascii` "U+0430 is
 * Cyrillic, 'p' is Latin". Without `ascii`, shows letters with Identifier_Status=Allowed; they are visible. If r->ch is
 * 0, writes an empty text. Writes at most size bytes with a final NUL; returns the length of the whole text without
 * NUL.
 */
size_t iri_refusal_chars(const struct iri_refusal *r, bool ascii, char *buf, size_t size);

#endif
