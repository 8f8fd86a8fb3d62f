/* SPDX-License-Identifier: ISC */
/* Fast writing of percent-encoded octets (RFC 3986, section 2.1). */
#ifndef IRI_PCT_PUT_H
#define IRI_PCT_PUT_H

#include <stddef.h>
#include <string.h>

/* The percent-encoded octet of each byte, in upper case, and a NUL. */
extern const char iri_pct_of_byte[256][4];

/*
 * Writes the percent-encoded octet of a byte to `to`, and returns its end. Writes one more byte after that end, since
 * four bytes are faster to write than three; the next write overwrites it.
 */
static inline char *iri_put_pct(char *to, char byte)
{
	memcpy(to, iri_pct_of_byte[(unsigned char)byte], 4);
	return to + 3;
}

/*
 * Writes the bytes from p to end to `to`, with each non-ASCII byte as a percent-encoded octet in upper case. Returns
 * the end of the output. For speed, reads up to IRI_MAPPED_SLACK bytes after `end`, and writes up to as many after the
 * end of the output. iri_put_mapped_portable does the same without special instructions, for other processors and for
 * tests.
 */
enum { IRI_MAPPED_SLACK = 64 };
char *iri_put_mapped(char *to, const char *p, const char *end);
char *iri_put_mapped_portable(char *to, const char *p, const char *end);

#endif
