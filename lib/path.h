/* SPDX-License-Identifier: ISC */
#ifndef IRI_PATH_H
#define IRI_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The first segment of the path that begins with a dot, which few do; or NULL. */
static inline char *iri_dotted_segment(char *p, char *end)
{
	for (char *dot = p; (dot = memchr(dot, '.', (size_t)(end - dot))); dot++)
		if (dot == p || dot[-1] == '/')
			return dot;
	return NULL;
}

/*
 * Removes the dot segments of the path from p to end, in place, as iri_remove_dots does; returns its new end.
 * It may need two bytes behind the old one.
 */
char *iri_undot(char *p, char *end, bool has_authority);

#endif
