/* SPDX-License-Identifier: ISC */
/* The digits of base64; iri.h has the content of a data IRI (RFC 2397). */
#ifndef IRI_DATA_H
#define IRI_DATA_H

#include "lib/iri.h"
#include "lib/unicode/chars.h"

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
