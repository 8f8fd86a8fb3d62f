/* SPDX-License-Identifier: ISC */
/* Moved links: tables of old and new links, read from files, and the lookup of a link. */
#ifndef MOVES_H
#define MOVES_H

#include "lines.h"

struct moves;

/* Returns an empty table, or NULL if out of memory. Free it with moves_free. */
struct moves *moves_new(void);
void moves_free(struct moves *moves);

/*
 * Adds the lines of a file, each "OLD TAB NEW" (UTF-8); skips empty lines. prefixes: they are prefixes of links. Prints
 * a message with its place for each line that is wrong, or whose OLD another line has with another NEW. Returns false
 * if there is such a line, or if the file cannot be read. Ends the program if memory runs out.
 */
bool moves_read(struct moves *moves, struct lines *l, const char *name, bool prefixes);

/*
 * Finds a link in the table, and sets *moved to the new one, which is valid until the next call. Returns false if there
 * is none. Sets *failed if memory ran out.
 *
 * Links are compared in the form of irinorm(1) on the rung "scheme". An OLD that has a fragment matches only links with
 * this fragment, and goes before an OLD that has none, which matches with any fragment; then the link's fragment, as it
 * stands, follows NEW, unless NEW has one. A relative OLD matches only relative links. If no OLD is the link, the
 * longest prefix counts; see moves.c.
 */
bool moves_find(struct moves *moves, struct iri_str link, struct iri_str *moved, bool *failed);

#endif
