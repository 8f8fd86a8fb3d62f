/* SPDX-License-Identifier: ISC */
/*
 * Whether a label of a domain name may be shown in Unicode, or could deceive a reader: it mixes scripts, or looks like
 * another label. The rules are those that uri2iri(1) numbers for hosts. They follow UTS #39 and what browsers do.
 */
#ifndef IRI_LABEL_H
#define IRI_LABEL_H

#include "lib/iri.h"

/* Why a label stays an A-label: the number of the rule that refuses its U-label, or a reason without a number. */
enum iri_refused {
	IRI_REFUSED_NOT,
	IRI_REFUSED_INVALID,      /* 1: IDNA2008 does not allow it */
	IRI_REFUSED_CHAR,         /* 2: a character that names do not use, or not under this top-level domain */
	IRI_REFUSED_SCRIPTS,      /* 3: characters of scripts that are not written together */
	IRI_REFUSED_DIGITS,       /* 4: digits of several numbering systems */
	IRI_REFUSED_MARK,         /* 5: a mark that is repeated, or does not show on its letter */
	IRI_REFUSED_KANA,         /* 6: a kana where it looks like punctuation, or like one of the other kana */
	IRI_REFUSED_BESIDE_ASCII, /* 7: a CJK character alone beside ASCII */
	IRI_REFUSED_WHOLE_SCRIPT, /* 8: can pass for ASCII, under a domain where its script is not usual */
	IRI_REFUSED_BIDI,         /* it breaks section 4.2, with the option bidi */
	IRI_REFUSED_CASE,         /* it has upper-case letters */
	IRI_REFUSED_NAME,         /* the whole name in Unicode would map to another name */
	IRI_REFUSED_SCHEME,       /* the scheme is not known to use domain names */
};

struct iri_refusal {
	enum iri_refused why;
	uint32_t ch;              /* the first character at fault, or 0 */
	uint32_t other;           /* for IRI_REFUSED_SCRIPTS: a character that ch does not go with, or 0 */
};

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

/* Writes why the label is refused in ASCII, with the number of the rule, as iri_refusal_chars does. */
size_t iri_refusal_text(const struct iri_refusal *r, char *buf, size_t size);

#endif
