/* SPDX-License-Identifier: ISC */
#ifndef IRI_ESCAPE_REASON_H
#define IRI_ESCAPE_REASON_H

/* Why iri_to_iri keeps a character or octet percent-encoded. Steps are those of section 3.2. */
enum iri_escape_reason {
	IRI_ESCAPED_NOT,         /* it is decoded, or was not encoded */
	IRI_ESCAPED_RESERVED,    /* step 2: "%" and reserved characters */
	IRI_ESCAPED_EXCLUDED,    /* step 2: other ASCII characters that a URI can't have */
	IRI_ESCAPED_UTF8,        /* step 3: an octet that is not part of well-formed UTF-8 */
	/* Step 4, by the rules that uri2iri(1) numbers: */
	IRI_ESCAPED_GRAMMAR,     /* 1: not allowed in this component (section 2.2) */
	IRI_ESCAPED_BIDI,        /* 2: a bidi control (section 4.1) */
	IRI_ESCAPED_INVISIBLE,   /* 3: a separator, a control, or invisible */
	IRI_ESCAPED_UNASSIGNED,  /* 4: not assigned in utf8proc's version of Unicode */
	IRI_ESCAPED_NFC,         /* 5: part of a sequence that is not in NFC, or a mark without a base */
	IRI_ESCAPED_MARK,        /* 5: part of a sequence with a mark that makes another letter, or is invisible */
	IRI_ESCAPED_LOOK_ALIKE,  /* 6: looks like other characters (section 6.1 b) */
	/* In a domain name. Decoded, it would map to an A-label, and not back to the same URI. */
	IRI_ESCAPED_HOST,
	/* With the option bidi: */
	IRI_ESCAPED_COMPONENT,   /* in a component that breaks the bidi rules of section 4.2 */
	IRI_ENCODED_COMPONENT, /* likewise, but the character was not encoded in the input, and now is */
	/* With the option for_text: */
	IRI_ESCAPED_TEXT,        /* in running text, the link would end before it (UTS #58) */
	IRI_ENCODED_TEXT      /* likewise, but the character was not encoded in the input, and now is */
};

/* Returns the reason in words, as static text: "reserved, so it would mean something else if decoded". */
const char *iri_escape_reason_text(enum iri_escape_reason why);

#endif
