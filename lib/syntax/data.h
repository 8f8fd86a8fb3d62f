/* SPDX-License-Identifier: ISC */
/* The content of a data IRI (RFC 2397). */
#ifndef IRI_DATA_H
#define IRI_DATA_H

#include "lib/base/buf.h"
#include "lib/unicode/chars.h"

struct iri_data {
	struct iri_str type;  /* the media type without parameters, as it stands: "text/html"; empty: the default */
	bool base64;          /* the data are in base64 */
	/*
	 * A browser shows the type as a page, in which scripts run: text/html and all XML, which can be XHTML or SVG.
	 * Its case does not matter, and unreserved characters in it can be percent-encoded.
	 */
	bool page;
	struct iri_str data;  /* after the comma, as it stands: up to the fragment, "?" included */
};

/*
 * Splits the reference of a data IRI, from iri_parse or iri_split. Returns false if it has no comma; *data is then
 * unspecified. The views are of the text of the reference. Linear.
 */
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

/* Returns the value of a digit of base64 (RFC 4648, section 4), or -1 if c is none. */
int iri_base64_value(char c);

/* Whether c is a digit of base64 or base64url (RFC 4648, sections 4 and 5). */
static inline bool iri_is_base64_digit(char c)
{
	return iri_is_alphanumeric(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

/* Whether a decoder of base64 ignores c: white space (RFC 2045, section 6.8), as browsers have it. */
static inline bool iri_base64_ignores(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/* Whether "=" can stand after this number of digits and of "=": it fills a group of two or three digits up to four. */
static inline bool iri_base64_takes_padding(size_t digits, size_t padding)
{
	return digits % 4 >= 2 && padding < 4 - digits % 4;
}

#endif
