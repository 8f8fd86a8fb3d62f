/* SPDX-License-Identifier: ISC */
/* Cache of hosts: stores the result of a conversion or test for each host. */
#ifndef IRI_HOSTCACHE_H
#define IRI_HOSTCACHE_H

#include "lib/iri.h"

struct iri_hosts;

/* Makes an empty cache of at most about 3 MB; returns NULL when out of memory. */
struct iri_hosts *iri_hosts_new(void);
void iri_hosts_free(struct iri_hosts *hosts);

/*
 * Returns the cache *hosts; creates it first if it is NULL. Returns NULL when out of memory: the caller then works
 * without a cache, which is only slower.
 */
static inline struct iri_hosts *iri_hosts_open(struct iri_hosts **hosts)
{
	if (!*hosts)
		*hosts = iri_hosts_new();
	return *hosts;
}

/*
 * Looks up a host. If the cache has it, sets *result to the stored result, valid until the next store, and returns
 * true. Else, or if hosts is NULL, returns false.
 */
bool iri_hosts_find(const struct iri_hosts *hosts, struct iri_str host, struct iri_str *result);

/*
 * Stores copies of a host and its result. Does nothing if the host is empty, if either is longer than 4096 bytes, or if
 * hosts is NULL. May remove other hosts from the cache.
 */
void iri_hosts_store(struct iri_hosts *hosts, struct iri_str host, struct iri_str result);

#endif
