/* SPDX-License-Identifier: ISC */
#ifndef IRI_PATH_H
#define IRI_PATH_H

#include <stdbool.h>

/*
 * Removes the dot segments of the path from p to end, in place, as iri_remove_dots does; returns its new end.
 * It may need two bytes behind the old one.
 */
char *iri_undot(char *p, char *end, bool has_authority);

#endif
