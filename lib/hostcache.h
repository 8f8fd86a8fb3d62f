/* SPDX-License-Identifier: ISC */
/* Cache of what was made of recent hosts. */
#ifndef IRI_HOSTCACHE_H
#define IRI_HOSTCACHE_H

#include "iri.h"

/* Returns the cache, made if there was none; NULL when out of memory: then the work is only slower. */
static inline struct iri_hosts *iri_hosts_open(struct iri_hosts **hosts)
{
	if (!*hosts)
		*hosts = iri_hosts_new();
	return *hosts;
}

/* Empties the cache unless its answers are for these options. */
void iri_hosts_use(struct iri_hosts *hosts, unsigned options);

/*
 * Looks up a host: sets *made to what was stored for it, valid until the next store. Returns false if it is not
 * there, or if hosts is NULL.
 */
bool iri_hosts_find(const struct iri_hosts *hosts, struct iri_str host, struct iri_str *made);

/* Stores what was made of a host, unless either is very long. hosts may be NULL. */
void iri_hosts_store(struct iri_hosts *hosts, struct iri_str host, struct iri_str made);

#endif
