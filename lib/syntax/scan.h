/* SPDX-License-Identifier: ISC */
/* Classification of a block of bytes at once, so that the parser looks only at the few bytes that matter to it. */
#ifndef IRI_SCAN_H
#define IRI_SCAN_H

#include "lib/base/bits.h"

#include <stddef.h>

enum { SCAN_BLOCK = 64 }; /* bytes */

/* Bit masks of a block: bit i is for byte i. Bits after the end of the n bytes are 0. */
struct iri_masks {
	uint64_t delim;   /* neither unreserved nor sub-delims: may end a scheme or authority, or be invalid there */
	uint64_t path;    /* delim without ":", "@", "/" and "%41": may end a path, or be invalid there */
	uint64_t dots;    /* "." */
	uint64_t percent; /* "%" */
	uint64_t non_ascii;
	uint64_t ucschar; /* bytes of common sequences, see iri_common_sequence; 0 if n < SCAN_BLOCK */
};

/* Classifies the n bytes at p, 1 <= n <= SCAN_BLOCK, and sets *m. Reads no other bytes. */
void iri_scan(const char *p, size_t n, struct iri_masks *m);

/*
 * Does the same as iri_scan, but takes one byte at a time. For processors that have no faster function here, and for
 * tests of the faster functions.
 */
void iri_scan_portable(const char *p, size_t n, struct iri_masks *m);

#if defined __SSE2__
/* Does the same as iri_scan, but takes 16 bytes at a time. iri_scan takes 32 if the processor can. */
void iri_scan_sse2(const char *p, size_t n, struct iri_masks *m);
#endif

#endif
