/* SPDX-License-Identifier: ISC */
/* Patterns of the shell, for text of any bytes. */
#ifndef GLOB_H
#define GLOB_H

#include "lib/iri.h"

/*
 * Whether a pattern matches all of s (POSIX, Shell Command Language, section 2.14.1): "*" matches any text, "?" any
 * character, "[a-z]" one of these characters, "[!a-z]" or "[^a-z]" any other, and "\" makes the next character an
 * ordinary one. A "[" without "]" is an ordinary character. Characters are those of UTF-8, or single bytes that are not
 * UTF-8, and ranges are ranges of their numbers. Classes, as "[[:alpha:]]", are not known.
 *
 * fnmatch(3) takes exponential time for some patterns, needs a NUL at the end, and reads the locale. This function
 * takes at most time in proportion to the product of both lengths.
 */
bool glob_matches(const char *pattern, struct iri_str s);

#endif
