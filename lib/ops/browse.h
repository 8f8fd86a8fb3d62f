/* SPDX-License-Identifier: ISC */
/*
 * Where a browser finds the host of a link (WHATWG URL standard, section 4.4, "URL parsing"): it ignores white space,
 * takes "\" for "/", and needs neither two slashes nor a valid link.
 */
#ifndef IRI_BROWSE_H
#define IRI_BROWSE_H

#include "lib/base/buf.h"

/* Where a browser must find the link to read it so */
enum iri_browse_place {
	IRI_BROWSE_ANYWHERE,
	IRI_BROWSE_OTHER_SCHEME, /* not on a page with the same scheme: there, the link is a path on its site */
	IRI_BROWSE_WEB,          /* on a page with http or https: on a page from a file, the link fails or is a path */
};

struct iri_browsed {
	enum iri_browse_place place;
	bool no_authority;       /* by RFC 3986, the link has no authority, but a browser finds one */
	/*
	 * The authority as other software reads it, which takes "\" for the other kind of character: with a scheme of
	 * browsers, it goes on behind the "\"; else it ends there. A view of *scratch; absent if no "@" is between both
	 * ends
	 */
	struct iri_str other;
};

/*
 * Appends the link as a browser reads it, and sets *b. The result has "//" before its authority, has only one "@" in
 * it, and all characters are percent-encoded that an IRI cannot have. It is s itself if s is a valid reference and a
 * browser reads it by RFC 3986. It can still be invalid, for instance because of its port. Out of memory, sets
 * out->failed. scratch: working space. Linear.
 */
void iri_browse(struct iri_str s, struct iri_buf *scratch, struct iri_buf *out, struct iri_browsed *b);

#endif
