/* SPDX-License-Identifier: ISC */
/* The content of a data IRI (RFC 2397). */
#ifndef IRI_DATA_H
#define IRI_DATA_H

#include "buf.h"

struct iri_data {
	struct iri_str type;  /* the media type without parameters, as it stands: "text/html"; empty: the default */
	bool base64;          /* the data are in base64 */
	bool page;            /* a browser shows the type as a page, in which scripts run */
	struct iri_str data;  /* after the comma, as it stands: up to the fragment, "?" included */
};

/* Splits the parsed reference of a data IRI. Returns false if it has no comma. The views are of its text. Linear. */
bool iri_data_split(const struct iri_ref *ref, struct iri_data *data);

/*
 * Appends the content: the data, percent-decoded, and decoded from base64 if they are in base64. Base64 is decoded as
 * browsers do: white space is ignored, and padding can be missing. Returns false if the base64 is invalid; then appends
 * what stands before the error. Out of memory, sets out->failed.
 */
bool iri_data_decode(const struct iri_data *data, struct iri_buf *out);

/*
 * Appends the octets that s encodes in base64 or base64url (RFC 4648, sections 4 and 5), whose padding can be missing.
 * Returns false at another character, or if the length is impossible; then appends what stands before it.
 */
bool iri_base64_decode(struct iri_str s, struct iri_buf *out);

#endif
