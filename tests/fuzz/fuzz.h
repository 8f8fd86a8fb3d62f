/* SPDX-License-Identifier: ISC */
/*
 * The fuzzers. The function fuzz of each target checks laws (../laws/laws.h) on one input. Linked with libFuzzer,
 * a target generates inputs; linked with main.c, it is an ordinary program that reads inputs from files.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "tests/laws/laws.h"

#include <stddef.h>
#include <stdint.h>

/* Reports a law that does not hold for the input s. */
#define LAW(condition) ((condition) ? (void)0 : law_broken(__FILE__, __LINE__, #condition, s))

/*
 * Checks the laws of the target. choice: the first byte of the input, by which a target chooses what to do; s: the
 * rest, in slot 0 of at_the_end
 */
void fuzz(unsigned char choice, struct iri_str s);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The number of inputs with which the code under test refused to do what the target wanted. Few targets count them. */
extern unsigned refused;

/*
 * Copies s to the end of a memory mapping, followed by `behind` bytes, so that a read behind these crashes, with or
 * without a sanitizer. Returns the copy, which lives until the next call with the same slot, a number below SLOTS.
 */
enum { SLOTS = 3 };
struct iri_str at_the_end(unsigned slot, struct iri_str s, size_t behind);

/* A text that is read in steps: what is done is discarded. All but s and step are zeros at the start. */
struct steps {
	struct iri_str s, text; /* the whole text, and the part to read: no byte behind it may be read */
	size_t step, start, end; /* where that part begins and ends in s */
};

/* Goes on to the next part, after the first `done` bytes of this one. Returns false after the last part. */
bool steps_next(struct steps *steps, size_t done);

/* Removes the first line and its newline from s. Returns the line without the newline. */
struct iri_str first_line(struct iri_str *s);

#endif
