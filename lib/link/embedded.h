/* SPDX-License-Identifier: ISC */
/*
 * Links that a link carries inside: in the values of its query, in its fragment, in its path, or in the content of a
 * data IRI. They are there as they are, percent-encoded, or in base64 or base64url, perhaps several times.
 */
#ifndef IRI_EMBEDDED_H
#define IRI_EMBEDDED_H

#include "lib/base/buf.h"

/* The greatest number of times that text is decoded, and of links that are inside each other */
enum { IRI_EMBEDDED_DEPTH = 5 };

/* IRI_ENCODING_WRAPPER: one of a redirector of its own */
enum iri_encoding { IRI_ENCODING_PERCENT, IRI_ENCODING_BASE64, IRI_ENCODING_WRAPPER };

/* A link that another carries. The views are valid only while the function that gets it runs. */
struct iri_embedded {
	enum iri_component where;  /* IRI_PATH, IRI_QUERY or IRI_FRAGMENT */
	bool in_content;           /* in the content of a data IRI; `where` is IRI_PATH */
	struct iri_str name;       /* of the parameter of the query, as it stands; absent if there is none */
	struct iri_str value;      /* the text that has it, as it stands in the reference: a view of that */
	bool whole;                /* it is all of the value, not only a part */
	enum iri_encoding encodings[IRI_EMBEDDED_DEPTH]; /* how the value was decoded, in this order */
	size_t n_encodings;
	/*
	 * The name of the redirector that leads from the reference to this link, by the table in wrappers.def; NULL if
	 * the link was found by its form.
	 */
	const char *redirector;
	bool only_host;            /* the redirector's link has only "//" and the host of its target */
	struct iri_str link;       /* absent if the redirector's link does not have its target */
};

/*
 * Calls found for each link that the reference carries, in the order of the reference; and for a redirector's link that
 * does not have its target, first of all. Does not search the links that it finds: the caller can do that. depth: the
 * greatest number of encodings. Returns false if memory ran out. Time is linear in the length of the reference, times
 * depth.
 */
bool iri_embedded_each(const struct iri_ref *ref, size_t depth,
                       void (*found)(void *arg, const struct iri_embedded *embedded), void *arg);

#endif
