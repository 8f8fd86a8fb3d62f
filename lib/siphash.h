/* SPDX-License-Identifier: ISC */
#ifndef IRI_SIPHASH_H
#define IRI_SIPHASH_H

#include "iri.h"

enum { SIPHASH_KEY = IRI_KEY_LENGTH };

/*
 * Returns SipHash-c-d of s under this key (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). Nobody can
 * construct colliding texts without the key. Hash tables use SipHash-1-3; the published test vectors are for
 * SipHash-2-4.
 */
uint64_t iri_siphash(const unsigned char key[SIPHASH_KEY], struct iri_str s, int c, int d);

#endif
