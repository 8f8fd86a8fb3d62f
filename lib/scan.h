/* SPDX-License-Identifier: ISC */
/* Classifies many bytes at once, so that the parser need look only at those that matter. */
#ifndef IRI_SCAN_H
#define IRI_SCAN_H

#include "bits.h"

#include <stddef.h>

enum { SCAN_BLOCK = 64 };

/* Bit i tells of byte i of a block; bits behind its end are 0. */
struct iri_marks {
	uint64_t delim;   /* neither unreserved nor sub-delims: can end a scheme or an authority, or is illegal there */
	uint64_t path;    /* nor ":", "@", "/", nor part of a triplet: can end a path, or is illegal there */
	uint64_t dots;    /* "." */
	uint64_t percent; /* "%" */
	uint64_t non_ascii;
	uint64_t ucschar; /* of a whole block: its characters that iri_common_sequence knows */
};

/* Classifies the n bytes at p, 1 <= n <= SCAN_BLOCK, and reads no others. */
struct iri_marks iri_scan(const char *p, size_t n);

/* The same, one byte at a time. The others are tested against it; it runs on other processors. */
struct iri_marks iri_scan_portable(const char *p, size_t n);

#if defined __SSE2__
/* The same, 16 bytes at a time; iri_scan itself takes 32 where the processor can. */
struct iri_marks iri_scan_sse2(const char *p, size_t n);
#endif

#endif
