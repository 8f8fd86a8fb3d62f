/* SPDX-License-Identifier: ISC */
/* The links in the value of an attribute. Sections are those of the HTML standard. */
#ifndef HTML_LINK_H
#define HTML_LINK_H

#include "lib/iri.h"

/* The syntax of the value of an attribute */
enum html_syntax {
	HTML_NO_LINKS,
	HTML_LINK,         /* one link */
	HTML_HREF,         /* one link; for <base> it is the base */
	HTML_XLINK,        /* one link, as SVG 1.1 names it */
	HTML_TOKENS,       /* links with white space between them */
	HTML_CANDIDATES,   /* section 4.8.4.3, "parsing a srcset attribute" */
	HTML_REFRESH,      /* section 4.2.5.3, in <meta http-equiv=refresh>: "5; url=LINK" */
	HTML_CONTENT,      /* of <meta>, whose other attributes decide: HTML_REFRESH, HTML_LINK or HTML_NO_LINKS */
	HTML_DOCUMENT,     /* HTML; html_next_link knows neither this nor the next */
	HTML_DECLARATIONS, /* CSS */
};

/* Returns the syntax of the value of the attribute with this name. */
enum html_syntax html_syntax_of(struct iri_str name);

/*
 * Finds the next link in a value whose character references are resolved, from byte *at on, and moves *at after it. *at
 * is 0 for the first link. Returns false if there is none. *more: there may be another one
 */
bool html_next_link(enum html_syntax syntax, struct iri_str value, size_t *at, struct iri_str *link, bool *more);

#endif
