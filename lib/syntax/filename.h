/* SPDX-License-Identifier: ISC */
/* Names of files, of POSIX and of Windows: their segments, drives and shares, and what they cannot have */
#ifndef IRI_FILENAME_H
#define IRI_FILENAME_H

#include "lib/unicode/chars.h"

/* The kind of names: a sum of these. */
enum { IRI_NAME_WINDOWS = 1, IRI_NAME_BELOW = 2 };

/* Why a name or reference is refused. */
struct iri_name_fault {
	const char *why; /* static text */
	size_t off;      /* the byte at fault: for make_name in ref->text, else in the name */
};

/* Whether a byte separates the segments of a name. */
static inline bool iri_name_separates(char c, unsigned kind)
{
	return c == '/' || (c == '\\' && kind & IRI_NAME_WINDOWS);
}

/* Whether two characters of a reference are a drive. "|" stands for ":" (RFC 8089, appendix E.2.2). */
static inline bool iri_is_drive(char letter, char mark)
{
	return (mark == ':' || mark == '|') && iri_byte_class(letter) & CHAR_ALPHA;
}

/* Sets *fault, and returns false. */
bool iri_name_refuse(struct iri_name_fault *fault, size_t off, const char *why);

/* Returns the end of the segment at p. */
const char *iri_name_segment(const char *p, const char *end, unsigned kind);

/* Returns the first byte at or after p that is no separator, or end. */
const char *iri_name_skip(const char *p, const char *end, unsigned kind);

/* Whether the name begins with a separator or, on Windows, with a drive. */
bool iri_name_is_absolute(struct iri_str name, unsigned kind);

/* Returns why no segment can have this byte, or NULL. */
const char *iri_name_byte_fault(char c, unsigned kind);

/* Returns why a segment of a name of Windows can't end like this, or NULL. Windows would open another file. */
const char *iri_name_segment_fault(struct iri_str segment, unsigned kind);

/* Returns why no UNC name can have this host, or NULL. s: the host of a reference, or of a name */
const char *iri_name_host_fault(struct iri_str s);

/* Returns why this segment, which follows the host of a UNC name, cannot be its share; or NULL. */
const char *iri_name_share_fault(struct iri_str s);

/* Returns the first segment from p on that is ".." and leaves the folder where p is, or NULL. */
const char *iri_name_exit(const char *p, const char *end, unsigned kind);

/*
 * Returns the end of the drive or share of an absolute name of Windows; ".." cannot go above it. NULL, with *fault set,
 * if the name is refused. Sets *host to the host of a UNC name.
 */
const char *iri_name_root(struct iri_str name, struct iri_str *host, struct iri_name_fault *fault);

#endif
