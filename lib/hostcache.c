/* SPDX-License-Identifier: ISC */
/*
 * An 8-way cache: a host can be in any of WAYS slots from the one that its hash names. Slots point into a text of
 * fixed size; when that is full the cache is emptied, since recent hosts will soon be back.
 */
#include "hostcache.h"

#include <stdlib.h>
#include <string.h>

enum {
	SLOTS = 32768,
	WAYS = 8,
	TEXT = 2500000,
	LONGEST = 4096, /* host that is stored */
};

/* In the text: this, the host, and what was made of it. */
struct record {
	uint16_t in, out; /* their lengths */
};

struct iri_hosts {
	unsigned options; /* those that its answers are for */
	unsigned next;    /* the way to give up next, in turn */
	uint32_t used;    /* of the text */
	struct {
		uint32_t hash, at; /* at == 0: free */
	} slots[SLOTS + WAYS];
	char text[TEXT];
};

/*
 * Eight bytes at a time, mixed by multiplication. Collisions only cost hits here. Input can be made to collide, so a
 * table that grows with input takes iri_siphash.
 */
static uint32_t hash_of(struct iri_str s)
{
	const uint64_t k = UINT64_C(0x9E3779B97F4A7C15); /* odd, with no pattern in its bits */
	uint64_t h = s.n * k, word = 0;
	size_t i = 0;

	for (; i + 8 <= s.n; i += 8) {
		memcpy(&word, s.p + i, 8);
		h = (h ^ h >> 32 ^ word) * k;
	}
	word = 0;
	if (i < s.n)
		memcpy(&word, s.p + i, s.n - i);
	h = (h ^ h >> 32 ^ word) * k;
	h = (h ^ h >> 32) * k;
	return (uint32_t)(h >> 32);
}

struct iri_hosts *iri_hosts_new(void)
{
	return calloc(1, sizeof(struct iri_hosts));
}

void iri_hosts_free(struct iri_hosts *hosts)
{
	free(hosts);
}

static void empty(struct iri_hosts *hosts)
{
	memset(hosts->slots, 0, sizeof hosts->slots);
	hosts->used = sizeof(struct record);
}

void iri_hosts_use(struct iri_hosts *hosts, unsigned options)
{
	if (hosts->options != options)
		empty(hosts);
	hosts->options = options;
}

bool iri_hosts_find(const struct iri_hosts *hosts, struct iri_str host, struct iri_str *made)
{
	struct record r;

	if (!hosts)
		return false;
	const uint32_t hash = hash_of(host);
	for (size_t i = hash % SLOTS, end = i + WAYS; i < end && hosts->slots[i].at; i++) {
		if (hosts->slots[i].hash != hash)
			continue;
		const char *const text = hosts->text + hosts->slots[i].at;
		memcpy(&r, text, sizeof r);
		if (r.in == host.n && !memcmp(text + sizeof r, host.p, host.n)) {
			*made = (struct iri_str){text + sizeof r + r.in, r.out};
			return true;
		}
	}
	return false;
}

void iri_hosts_store(struct iri_hosts *hosts, struct iri_str host, struct iri_str made)
{
	const struct record r = {(uint16_t)host.n, (uint16_t)made.n};

	if (!hosts || !host.n || host.n > LONGEST || made.n > LONGEST)
		return;
	if (!hosts->used || hosts->used + sizeof r + host.n + made.n > TEXT)
		empty(hosts);
	const uint32_t hash = hash_of(host);
	const size_t first = hash % SLOTS;
	size_t i = first;
	while (i < first + WAYS && hosts->slots[i].at)
		i++;
	if (i == first + WAYS)
		i = first + hosts->next++ % WAYS;
	hosts->slots[i].hash = hash;
	hosts->slots[i].at = hosts->used;
	char *const text = hosts->text + hosts->used;
	memcpy(text, &r, sizeof r);
	memcpy(text + sizeof r, host.p, host.n);
	if (made.n)
		memcpy(text + sizeof r + host.n, made.p, made.n);
	hosts->used += (uint32_t)(sizeof r + host.n + made.n);
}
