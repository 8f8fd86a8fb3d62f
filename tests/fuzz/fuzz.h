/* SPDX-License-Identifier: ISC */
/*
 * The fuzzers. LLVMFuzzerTestOneInput of each target checks laws (../laws/laws.h) on one input. Linked with libFuzzer,
 * a target generates inputs; linked with main.c, it is an ordinary program that reads inputs from files.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "tests/laws/laws.h"

#include <stddef.h>
#include <stdint.h>

/* Reports a law that does not hold for the input s. */
#define LAW(condition) ((condition) ? (void)0 : law_broken(__FILE__, __LINE__, #condition, s))

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The number of inputs with which the code under test refused to do what the target wanted. Few targets count them. */
extern unsigned refused;

/*
 * Copies s to the end of a memory mapping, followed by `behind` bytes, so that a read behind these crashes, with or
 * without a sanitizer. Returns the copy, which lives until the next call with the same slot, a number below SLOTS.
 */
enum { SLOTS = 3 };
struct iri_str at_the_end(unsigned slot, struct iri_str s, size_t behind);

/* Removes the first line and its newline from s. Returns the line without the newline. */
struct iri_str first_line(struct iri_str *s);

#endif
