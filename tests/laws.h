/* SPDX-License-Identifier: ISC */
/*
 * What holds for any input, checked on one: the unit tests call these with text that they make up, the fuzzers with
 * whatever they come upon. s is any bytes, and exactly as long as its memory, so that a byte read beyond it is seen.
 */
#ifndef LAWS_H
#define LAWS_H

#include "../lib/iri.h"

/* To be there where laws are checked: is told of one that does not hold, and for what. */
void law_broken(const char *file, int line, const char *law, struct iri_str s);

/* Parsing by each rule: the parts are the whole; wider rules take what narrower ones do; errors lie within s. */
void laws_of_parsing(struct iri_str s);

/* iri_to_uri, in one of so many ways: a URI or an error; the identity on URIs; idempotent. Returns its status. */
enum { WAYS_TO_URI = 5 };
enum iri_status laws_of_mapping(unsigned way, struct iri_str s);

/* iri_to_iri, likewise: iri_to_uri gives the URI back (section 3.2); idempotent. */
enum { WAYS_TO_IRI = 5 };
enum iri_status laws_of_unmapping(unsigned way, struct iri_str s);

/* iri_normalize, in each way: idempotent, components survive, and rungs contain each other. False if s is none. */
bool laws_of_normal_forms(struct iri_str s);

/* iri_compare: as normal forms say. Returns the rung, or IRI_RUNG_NONE. */
enum iri_rung laws_of_comparison(struct iri_str a, struct iri_str b);

/*
 * iri_resolve: as the components of RFC 3986, section 5.2.2, are put together; and iri_relativize, whose reference
 * resolves back. False if base or reference is none.
 */
bool laws_of_resolution(struct iri_str base, struct iri_str ref);

/* iri_lint and iri_fix: findings lie within s, in order; what is mended is equivalent, and needs no more fixing. */
void laws_of_linting(struct iri_str s);

/* All of it for what is absent: p is NULL. */
void laws_of_absence(void);

/*
 * Operations on lines (lib/lines.h): lines that are skipped or changed at once are those that stay so, or change so,
 * one by one. There are IRI_PADDING bytes behind s. Returns how many are, and sets *lines to those that there are, or
 * more.
 */
enum law_lines {
	LINES_DECODED,
	LINES_URI,
	LINES_NORMAL,
	LINES_NORMAL_URI,
	LINES_MAPPED, /* from here on they are changed */
	LINES_UNMAPPED,
	LINES_UNMAPPED_ALL,
	LINES_UNMAPPED_BIDI,
	KINDS_OF_LINES,
};
size_t laws_of_many_lines(enum law_lines kind, struct iri_str s, size_t *lines);

#endif
