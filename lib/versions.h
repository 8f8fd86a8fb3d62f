/* SPDX-License-Identifier: ISC */
#ifndef IRI_VERSIONS_H
#define IRI_VERSIONS_H

#include <stddef.h>

/*
 * Writes the name and version of each library that libiri uses, and the version of its Unicode data, one library per
 * line, to buf: text with a NUL at the end, truncated to size bytes. Returns the length of the whole text without the
 * NUL; 0 when out of memory.
 */
size_t iri_versions(char *buf, size_t size);

#endif
