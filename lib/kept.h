/* SPDX-License-Identifier: ISC */
#ifndef IRI_KEPT_H
#define IRI_KEPT_H

/* Why iri_to_iri keeps something percent-encoded. */
enum iri_kept {
	IRI_KEPT_NOT,         /* it is decoded */
	IRI_KEPT_RESERVED,    /* section 3.2, step 2: "%" and reserved characters */
	IRI_KEPT_EXCLUDED,    /* step 2: other ASCII characters that a URI can't have */
	IRI_KEPT_UTF8,        /* step 3: not strictly legal UTF-8 */
	/* Step 4, by the rules that uri2iri(1) numbers: */
	IRI_KEPT_GRAMMAR,     /* 1: not allowed in this component (section 2.2) */
	IRI_KEPT_BIDI,        /* 2: a bidi control (section 4.1) */
	IRI_KEPT_INVISIBLE,   /* 3: a separator, a control, or invisible */
	IRI_KEPT_UNASSIGNED,  /* 4: not assigned in utf8proc's version of Unicode */
	IRI_KEPT_NFC,         /* 5: part of a sequence that is not in NFC, or a mark without a base */
	IRI_KEPT_MARK,        /* 5: part of a sequence with a mark that makes another letter, or is invisible */
	IRI_KEPT_LOOK_ALIKE,  /* 6: looks like other characters (section 6.1 b) */
	/* What would not map back to the same URI: */
	IRI_KEPT_HOST,        /* in a domain name, which maps to A-labels and not to percent-encoding */
	IRI_KEPT_COMPONENT,   /* in a component that breaks the bidi rules of section 4.2 */
	IRI_ENCODED_COMPONENT /* likewise, but the character was not encoded in the input */
};

/* Returns the reason in words, as static text. */
const char *iri_kept_text(enum iri_kept why);

#endif
