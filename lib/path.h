/* SPDX-License-Identifier: ISC */
#ifndef IRI_PATH_H
#define IRI_PATH_H

#include "iri.h"

#include <stddef.h>
#include <string.h>

/* Whether a segment is so many dots, 1 or 2. */
static inline bool iri_is_dots(const char *p, size_t n, size_t dots)
{
	return n == dots && !memcmp(p, "..", dots);
}

/*
 * Removes the dot segments of the path from p to end, in place, as iri_remove_dots does; returns its new end.
 * It may need two bytes behind the old one.
 */
char *iri_undot(char *p, char *end, bool has_authority);

/*
 * The path of a base up to its last "/", or "/" where there is none behind an authority; what is merged with it goes
 * behind that (RFC 3986, section 5.2.3).
 */
struct iri_str iri_folder(const struct iri_ref *base);

#endif
