/* SPDX-License-Identifier: ISC */
#ifndef IRI_SIPHASH_H
#define IRI_SIPHASH_H

#include "iri.h"

enum { SIPHASH_KEY = IRI_REDIRECTS_KEY };

/*
 * SipHash-c-d (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). Without the key
 * nobody can make texts that collide. SipHash-1-3 serves tables, SipHash-2-4 has the published test vectors.
 */
uint64_t iri_siphash(const unsigned char key[SIPHASH_KEY], struct iri_str s, int c, int d);

#endif
