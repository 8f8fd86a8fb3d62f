/* SPDX-License-Identifier: ISC */
/* Top-level domains, by the Public Suffix List (libpsl). */
#ifndef SUFFIX_LIST_H
#define SUFFIX_LIST_H

#include "message.h"

#include "lib/iri.h"

/* The list, and a cache of ToASCII for labels that are not ASCII. */
struct tld;

/* Loads the newest list that libpsl has. Returns NULL if there is none. Ends the program if memory runs out. */
struct tld *tld_load(const struct messages *m);
void tld_free(struct tld *t);

/* Whether a label in UTF-8 is a top-level domain, in any case and as A-label or U-label. tld: from tld_load */
bool tld_known(void *tld, struct iri_str label);

/*
 * Whether a name in ASCII, in lower case, is a public suffix (see struct iri_suffixes): a member of the list.
 * with_private: a suffix of a company counts, too. tld: from tld_load
 */
bool tld_is_suffix(void *tld, struct iri_str name, bool with_private);

/* Whether memory ran out in tld_known, which then returned false. t may be NULL. */
bool tld_failed(const struct tld *t);

#endif
