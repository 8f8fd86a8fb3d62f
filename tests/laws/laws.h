/* SPDX-License-Identifier: ISC */
/*
 * Laws that hold for any input. Each function checks laws on one input. The unit tests call them with generated text,
 * the fuzzers with the inputs that they find. s may have any bytes. Its memory ends with s, so that a sanitizer reports
 * a read behind it.
 */
#ifndef LAWS_H
#define LAWS_H

#include "cmd/finder/layer.h"
#include "lib/iri.h"

/*
 * The program with the laws has to define this. Called if a law does not hold, with its place, its text and the input.
 */
void law_broken(const char *file, int line, const char *law, struct iri_str s);

/*
 * Parsing, with each combination of flags: the components together are s; if strict flags accept s, less strict flags
 * accept it, too; errors lie within s. What is behind s, with IRI_PADDED, does not change the result.
 */
void laws_of_parsing(struct iri_str s);

/*
 * iri_to_uri: the result is a URI or an error; URIs stay unchanged; the mapping is idempotent. `way`, below
 * WAYS_TO_URI, chooses the options. Returns the status of iri_to_uri; *changed: whether the result is another string.
 */
enum { WAYS_TO_URI = 6 };
enum iri_status laws_of_mapping(unsigned way, struct iri_str s, bool *changed);

/*
 * iri_to_iri: iri_to_uri gives the URI back (section 3.2); the mapping is idempotent. `way`, below WAYS_TO_IRI, chooses
 * the options. Returns the status of iri_to_iri; *changed: whether the result is another string.
 */
enum { WAYS_TO_IRI = 5 };
enum iri_status laws_of_unmapping(unsigned way, struct iri_str s, bool *changed);

/*
 * iri_normalize, with each set of options: it is idempotent and keeps components; IRIs that are equivalent on one rung
 * are equivalent on the next. Returns false if s is not a valid reference.
 */
bool laws_of_normal_forms(struct iri_str s);

/* iri_compare: its result agrees with the normal forms. Returns the rung, or IRI_RUNG_NONE. */
enum iri_rung laws_of_comparison(struct iri_str a, struct iri_str b);

/*
 * iri_resolve: the result is that of the pseudocode in RFC 3986, section 5.2.2. iri_relativize: its reference resolves
 * to the target. Returns false if base or reference is invalid.
 */
bool laws_of_resolution(struct iri_str base, struct iri_str ref);

/*
 * iri_name_to_uri and iri_uri_to_name: each name without a NUL has a reference, which gives the name back. So does its
 * IRI, which iri_to_uri maps to the reference. With `windows`, this holds for names that are not refused, with "\" as
 * divider and without the prefix "\\?\". A name below a folder resolves to an IRI below any base. If s is a reference,
 * the name that it stands for has a reference that gives the name back. A byte of a name has a place in the reference:
 * there is that byte, or its percent-encoded octet; for the ":" of a drive also that of "|".
 */
void laws_of_names(bool windows, struct iri_str s);

/* A codec of a link in a document reads what it has written, and the places of its bytes ascend. */
void laws_of_codec(struct codec_use use, struct iri_str s);

/*
 * iri_lint and iri_fix: findings lie within s, in order. The fixed text is equivalent to s, and needs no more fixes. If
 * a browser would take a part of the path for the missing host, the fixed text has the same delimiters as s.
 */
void laws_of_linting(struct iri_str s);

/*
 * iri_link_next, with each set of options: links are in order, disjoint and not empty; each is valid, or named as
 * broken. A link alone is found alone, and between spaces at every place. A search that begins at white space, or that
 * ends there, finds the same links. The option bare loses no IRI. Returns the number of links of all searches.
 */
size_t laws_of_links(struct iri_str s);

/*
 * iri_to_iri with for_text: iri_link_next finds exactly the result between spaces; iri_to_uri maps it to the same URI;
 * it stays unchanged; and it has no more percent-encoding than without for_text if that result is found, too. Returns
 * the status of iri_to_iri; *changed: whether for_text encoded characters.
 */
enum { WAYS_TO_TEXT = 3 };
enum iri_status laws_of_text(unsigned way, struct iri_str s, bool *changed);

/*
 * iri_compose: gives s back from its components. iri_encode, for each component: s is data, which percent-decoding
 * gives back; a parser reads the whole as this component. Edits of the pairs of a query, which is s: they do what they
 * say to the keys that they are for, and keep the bytes of the other pairs.
 */
void laws_of_editing(struct iri_str s);

/*
 * refang: the places of its text ascend, and it changes no text that it made. What defang_add makes of s, refang reads
 * as it reads s, but for the case of schemes and for schemes that it does not know.
 */
void laws_of_defanging(struct iri_str s);

/* All laws, and other functions, for an absent string: p is NULL. */
void laws_of_absence(void);

/*
 * iri_parse_lines: parses the lines of s that iri_parse accepts, with the same components. Each operation on a parsed
 * line gives what the operation on its text gives. IRI_PADDING readable bytes follow s. Returns the number of lines
 * that the operation applies to. Sets *lines to the number of all lines.
 */
enum law_lines {
	LINES_PARSED,
	LINES_MAPPED,
	LINES_UNMAPPED,
	LINES_UNMAPPED_ALL,
	LINES_UNMAPPED_BIDI,
	LINES_NORMAL,
	LINES_NORMAL_URI,
	LINES_CLEAN, /* those without findings, which iri_fix leaves unchanged */
	LINES_CLEAN_ALL, /* the same, by all rules */
	LINES_SPLIT,
	LINES_SPLIT_SOME, /* some columns, in another order */
	KINDS_OF_LINES,
};
size_t laws_of_many_lines(enum law_lines kind, struct iri_str s, size_t *lines);

#endif
