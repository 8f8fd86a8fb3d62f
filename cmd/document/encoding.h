/* SPDX-License-Identifier: ISC */
/* The names by which documents say in which charset they are. Sections are those of the HTML standard. */
#ifndef ENCODING_H
#define ENCODING_H

#include "lib/iri.h"

enum { ENCODING_NAME_MAX = 40 }; /* bytes of a name in a document; a longer one counts as none */

/*
 * Returns iconv's name of the charset that a label means in HTML (Encoding Standard, section 4.2), or NULL if the label
 * is unknown. Upper and lower case are the same. The charset can differ from the one that iconv calls by this label:
 * latin1 means windows-1252. A label of UTF-16 means UTF-8, and x-user-defined means windows-1252, as in <meta> (HTML
 * standard, section 13.2.3.2): a document is not in UTF-16 if its label could be read as ASCII. The labels of
 * "replacement", ISO-2022-KR for instance, count as unknown.
 */
const char *encoding_iconv_name(const char *label);

/* encoding_of_html looks at this many bytes, as the standard advises (section 13.2.3.2). */
enum { ENCODING_BYTES = 1024 };

/*
 * Copies the name of a charset from <meta charset> or <meta http-equiv=content-type> at the start of the document, as a
 * C string (section 13.2.3.2). The name has only ASCII letters, digits and . _ : + -. It is the first that
 * encoding_iconv_name knows; if it knows none, the first. Returns false if there is no name. A byte order mark, which
 * the standard prefers to names, is for the caller.
 */
bool encoding_of_html(struct iri_str text, char name[ENCODING_NAME_MAX + 1]);

#endif
