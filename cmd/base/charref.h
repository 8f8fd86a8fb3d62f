/* SPDX-License-Identifier: ISC */
/* Resolves character references, as in HTML, Markdown and XML. */
#ifndef CHARREF_H
#define CHARREF_H

#include "source_map.h"

/* The place of character references in a document. It decides which of them count. */
enum charref_context {
	/*
	 * Text of HTML (HTML standard, sections 13.2.5.72 to 13.2.5.80). Numbers need no ";", nor do 106 of the names.
	 * The longest name counts, and any character may follow it.
	 */
	CHARREF_TEXT,
	/*
	 * Attribute values of HTML: as in text, but a name without ";" does not count if a letter, digit or "="
	 * follows.
	 */
	CHARREF_ATTRIBUTE,
	/* Markdown (CommonMark, section 2.5). A decimal number has 1 to 7 digits, a hexadecimal one 1 to 6. */
	CHARREF_MARKDOWN,
	/*
	 * XML (XML 1.0, section 4.1). Only a small "x" begins a hexadecimal number. A document type could declare any
	 * name, and feeds use names of HTML without that. So all names of HTML count, not only those of section 4.6.
	 */
	CHARREF_XML,
	CHARREF_NONE, /* text without character references */
};

/*
 * Reads the character reference at p, where a "&" stands. Sets *text to what it stands for: a static text, or a view of
 * utf8. Returns the end of the reference, or NULL if there is none.
 */
const char *charref_read(const char *p, const char *end, enum charref_context context, char utf8[4],
                         struct iri_str *text);

/*
 * Appends s, which begins at `place`, with its character references resolved once: numbers, and the names of the HTML
 * standard, section 13.5. In Markdown and XML, both need ";". All other text stays. 0, surrogates and numbers above
 * 0x10FFFF give U+FFFD. In HTML, 0x80 to 0x9F are bytes of windows-1252; in Markdown and XML they are control
 * characters. 5 bytes of s give at most 6 bytes of output ("&nGt;").
 */
void charref_resolve(struct iri_str s, enum charref_context context, size_t place, struct source_map *to);

#endif
