/* SPDX-License-Identifier: ISC */
/*
 * The fuzzers. Each target's LLVMFuzzerTestOneInput checks laws (../laws.h) on one input. Linked with libFuzzer it
 * looks for inputs itself; with main.c it is a plain program that tries those in the files it is given.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "../laws.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/*
 * A copy that ends where memory ends, with `behind` bytes more, so that reading any beyond is seen, with a sanitizer or
 * without. slot: such a copy lives until the next with the same number.
 */
enum { SLOTS = 2 };
struct iri_str at_the_end(unsigned slot, struct iri_str s, size_t behind);

/* Takes the bytes up to the first newline from the front of s, and that newline. */
struct iri_str first_line(struct iri_str *s);

#endif
