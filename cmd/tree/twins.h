/* SPDX-License-Identifier: ISC */
/* Names of one file: the same name twice, symbolic links, hard links. */
#ifndef TWINS_H
#define TWINS_H

#include "cmd/base/message.h"

/* Whether two of the names, each of which ends with a NUL, are of one file. Ends the program if memory runs out. */
bool twins_any(const struct messages *m, struct iri_str names);

#endif
