/* SPDX-License-Identifier: ISC */
/* The elements of HTML, SVG and MathML that html_pieces.c treats in their own way. */
#ifndef HTML_ELEMENT_H
#define HTML_ELEMENT_H

#include "lib/iri.h"

/* Flags of an element */
enum {
	ELEMENT_RAW = 1 << 0,       /* its content is raw text. <plaintext> has no end tag. */
	ELEMENT_UNCOUNTED = 1 << 1, /* does not count as open: it has no end tag, or is open as long as the document */
	/*
	 * Names what a component of Vue imports: in its template (transformAssetUrls and transformSrcset of
	 * @vue/compiler-sfc), and with the src of its blocks.
	 */
	ELEMENT_ASSET = 1 << 2,
	/* The element itself: */
	ELEMENT_A = 1 << 3,
	ELEMENT_ANNOTATION = 1 << 4, /* annotation-xml */
	ELEMENT_AREA = 1 << 5,
	ELEMENT_BASE = 1 << 6,
	ELEMENT_FONT = 1 << 7,
	ELEMENT_MAP = 1 << 8,
	ELEMENT_MATH = 1 << 9,
	ELEMENT_META = 1 << 10,
	ELEMENT_SCRIPT = 1 << 11,
	ELEMENT_STYLE = 1 << 12,
	ELEMENT_SVG = 1 << 13,
};

/* Returns the flags of the element with this name. Sets *raw to the name in lower case, or NULL without ELEMENT_RAW. */
unsigned html_element(struct iri_str name, const char **raw);

#endif
