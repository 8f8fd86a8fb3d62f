/* SPDX-License-Identifier: ISC */
/* Moved links: tables of old and new links, read from files, and the lookup of a link. */
#ifndef REDIRECT_MAP_H
#define REDIRECT_MAP_H

#include "cmd/filter/lines.h"

struct redirect_map;

/* Returns an empty table, or NULL if out of memory. Free it with redirect_map_free. */
struct redirect_map *redirect_map_new(void);
void redirect_map_free(struct redirect_map *map);

/*
 * Adds the lines of a file, each "OLD TAB NEW" (UTF-8), as links; if `prefixes` is set, as prefixes of links. Skips
 * empty lines. OLD must be a valid reference that is not empty. NEW must not be empty; it is taken as it stands, since
 * it can be a placeholder. With `prefixes`, neither OLD nor NEW can have a query or a fragment. Then sorts the table,
 * so that redirect_map_find may be called after any number of files. name must live as long as the table: messages
 * about later files can name it.
 *
 * Prints a message with its place for each line that is wrong, and for each line with the OLD of an earlier line, also
 * of an earlier file, and another NEW. Returns false if there is such a line, or if the file cannot be read. Ends the
 * program if memory runs out. Time: O(n log n) comparisons for n lines.
 */
bool redirect_map_read(struct redirect_map *map, struct lines *l, const char *name, bool prefixes);

/* The result of a lookup */
struct redirect {
	struct iri_str to; /* the new link, which is valid until the next call; absent if there is none */
	const char *kept;  /* static text: why a link that begins with an old one has no new one; else NULL */
	bool failed;       /* memory ran out */
};

/*
 * Finds a link in the table. Time is linear in the length of the link, and logarithmic in the number of lines.
 *
 * Links are compared in the form of irinorm(1) on the rung "scheme". In a link that is not valid, text that no
 * reference can have counts as percent-encoded; a link with an invalid scheme, host or port equals no OLD, which are
 * valid. An OLD that has a fragment, even an empty one, matches only links with this fragment. It counts before an OLD
 * that has none, which matches with any fragment; then the link's fragment, as it stands, follows NEW if NEW has none.
 * A relative OLD matches only relative links.
 *
 * If no OLD matches, the longest prefix counts, in bytes of its normal form. "http://a/docs" matches "http://a/docs",
 * "http://a/docs/x" and "http://a/docs?q"; "http://a/docs/" matches only links with the slash. The rest of the link,
 * from the slash on that ends the prefix or comes after it, follows NEW as it stands. A slash at the end of the path of
 * NEW and one at the start of the rest are one. A link is kept in three cases, since NEW and the rest would mean
 * something else than the link: the rest has a dot segment, also percent-encoded; normalization removes dot segments
 * before the rest; or the rest begins with "//" and would become an authority, since NEW has none and its path is empty
 * or "/".
 */
struct redirect redirect_map_find(struct redirect_map *map, struct iri_str link);

#endif
