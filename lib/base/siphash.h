/* SPDX-License-Identifier: ISC */
#ifndef IRI_SIPHASH_H
#define IRI_SIPHASH_H

#include "lib/iri.h"

enum { SIPHASH_KEY = 16 };

/*
 * Makes a key, of addresses: those of the key, of the stack and of the code. A system with address space layout
 * randomization chooses these anew for each process, so that input cannot be made to fit them. This needs no I/O, which
 * the library does not do. key: in memory from malloc
 */
void iri_siphash_make_key(unsigned char key[SIPHASH_KEY]);

/*
 * Returns SipHash-c-d of s under this key: c rounds for each 8 bytes, and d rounds at the end (Aumasson and Bernstein,
 * "SipHash: a fast short-input PRF", 2012). Without the key, nobody can construct texts that collide. Hash tables use
 * SipHash-1-3; the published test vectors are for SipHash-2-4.
 */
uint64_t iri_siphash(const unsigned char key[SIPHASH_KEY], struct iri_str s, int c, int d);

#endif
