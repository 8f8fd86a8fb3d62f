/* SPDX-License-Identifier: ISC */
/* Writing triplets (RFC 3986, section 2.1), many at once. */
#ifndef IRI_TRIPLET_H
#define IRI_TRIPLET_H

#include <stddef.h>
#include <string.h>

/* The triplet of each byte. */
extern const char iri_triplets[256][4];

/* Writes four bytes, which is faster than three; the last will be overwritten. */
static inline char *iri_put_triplet(char *to, char byte)
{
	memcpy(to, iri_triplets[(unsigned char)byte], 4);
	return to + 3;
}

/*
 * Writes the bytes from p to end, each that is not ASCII as a triplet in upper case; returns the end. For speed
 * reads up to IRI_MAPPED_SLACK bytes behind end, and writes so many behind what it returns.
 */
enum { IRI_MAPPED_SLACK = 64 };
char *iri_put_mapped(char *to, const char *p, const char *end);
char *iri_put_mapped_portable(char *to, const char *p, const char *end);

#endif
