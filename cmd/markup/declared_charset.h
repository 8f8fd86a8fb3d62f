/* SPDX-License-Identifier: ISC */
/* The names by which documents say in which charset they are. Sections are those of the HTML standard. */
#ifndef DECLARED_CHARSET_H
#define DECLARED_CHARSET_H

#include "lib/iri.h"

enum { ENCODING_NAME_MAX = 40 }; /* bytes of a name in a document; a longer one counts as none */

/* encoding_of_html looks at this many bytes, as the standard advises (section 13.2.3.2). */
enum { ENCODING_BYTES = 1024 };

/*
 * Copies the name of a charset from <meta charset> or <meta http-equiv=content-type> at the start of the document, as a
 * C string (section 13.2.3.2). The name has only ASCII letters, digits and . _ : + -. It is the first that
 * encoding_iconv_name knows; if it knows none, the first. Returns false if there is no name. A byte order mark, which
 * the standard prefers to names, is for the caller.
 */
bool encoding_of_html(struct iri_str text, char name[ENCODING_NAME_MAX + 1]);

/* The same for @charset at the start of a style sheet (CSS Syntax Level 3, section 3.2). */
bool encoding_of_css(struct iri_str text, char name[ENCODING_NAME_MAX + 1]);

#endif
