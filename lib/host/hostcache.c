/* SPDX-License-Identifier: ISC */
/*
 * 8-way cache of hosts. A host is stored in one of WAYS slots in a row; its hash selects the first of them. A slot
 * refers to a record in a text of fixed size. When the text is full, the whole cache is emptied: hosts that are still
 * in use soon come back.
 */
#include "hostcache.h"

#include <stdlib.h>
#include <string.h>

enum {
	SLOTS = 32768,  /* most slots */
	FEW = 512,      /* slots at the start: few hosts need few pages of memory */
	WAYS = 8,       /* slots per host */
	TEXT = 2500000, /* bytes of text */
	LONGEST = 4096, /* longest host or result that is stored, in bytes */
	GAP = 4,        /* bytes at the start of the text that are not used, so that no record has offset 0 */
};

/* Header of a record in the text. The host and the result follow it. */
struct record {
	uint16_t host_n, result_n; /* lengths in bytes */
};

struct iri_hosts {
	uint32_t slots_used, n_slots; /* when half of the slots are in use, there are more */
	unsigned next;    /* if all slots of a host are in use, the one that it takes: this number modulo WAYS */
	uint32_t used;    /* bytes of text in use */
	struct {
		uint32_t hash, at; /* at: offset of the record in text, or 0 if the slot is free */
	} slots[SLOTS + WAYS];
	char text[TEXT];
};

/*
 * Returns a hash of s, eight bytes at a time, mixed by multiplication. Here a collision costs only a miss. Input can be
 * crafted to collide, so a table that grows with its input uses iri_siphash instead.
 */
static uint32_t hosts_hash_of(struct iri_str s)
{
	const uint64_t k = UINT64_C(0x9E3779B97F4A7C15); /* odd, with no pattern in its bits */
	uint64_t h = s.n * k, word = 0;

	for (size_t i = 8; i < s.n; i += 8) {
		memcpy(&word, s.p + i - 8, 8);
		h = (h ^ h >> 32 ^ word) * k;
	}
	/* The last eight bytes, of which some may have been read already; a copy of fixed size is fast. */
	if (s.n >= 8)
		memcpy(&word, s.p + s.n - 8, 8);
	else if (s.n)
		memcpy(&word, s.p, s.n);
	h = (h ^ h >> 32 ^ word) * k;
	h = (h ^ h >> 32) * k;
	return (uint32_t)(h >> 32);
}

struct iri_hosts *iri_hosts_new(void)
{
	struct iri_hosts *const hosts = calloc(1, sizeof *hosts);

	if (hosts) {
		hosts->used = GAP;
		hosts->n_slots = FEW;
	}
	return hosts;
}

void iri_hosts_free(struct iri_hosts *hosts)
{
	free(hosts);
}

/* Removes all records. */
static void empty(struct iri_hosts *hosts)
{
	memset(hosts->slots, 0, (hosts->n_slots + WAYS) * sizeof *hosts->slots);
	hosts->used = GAP;
	hosts->slots_used = 0;
}

bool iri_hosts_find(const struct iri_hosts *hosts, struct iri_str host, struct iri_str *result)
{
	struct record r;

	if (!hosts)
		return false;
	const uint32_t hash = hosts_hash_of(host);
	for (size_t i = hash & (hosts->n_slots - 1), end = i + WAYS; i < end && hosts->slots[i].at; i++) {
		if (hosts->slots[i].hash != hash)
			continue;
		const char *const text = hosts->text + hosts->slots[i].at;
		memcpy(&r, text, sizeof r);
		if (r.host_n == host.n && !memcmp(text + sizeof r, host.p, host.n)) {
			*result = (struct iri_str){text + sizeof r + r.host_n, r.result_n};
			return true;
		}
	}
	return false;
}

/* Stores where the record of a host is. */
static void put_slot(struct iri_hosts *hosts, uint32_t hash, uint32_t at)
{
	const size_t first = hash & (hosts->n_slots - 1);
	size_t i = first;

	while (i < first + WAYS && hosts->slots[i].at)
		i++;
	hosts->slots_used += i < first + WAYS;
	if (i == first + WAYS)
		i = first + hosts->next++ % WAYS;
	hosts->slots[i].hash = hash;
	hosts->slots[i].at = at;
}

/* Makes eight times as many slots, for the records in the text. */
static void grow(struct iri_hosts *hosts)
{
	const uint32_t used = hosts->used;
	struct record r;

	empty(hosts);
	hosts->n_slots *= 8;
	for (; hosts->used < used; hosts->used += (uint32_t)sizeof r + r.host_n + r.result_n) {
		const char *const text = hosts->text + hosts->used;
		memcpy(&r, text, sizeof r);
		put_slot(hosts, hosts_hash_of((struct iri_str){text + sizeof r, r.host_n}), hosts->used);
	}
}

void iri_hosts_store(struct iri_hosts *hosts, struct iri_str host, struct iri_str result)
{
	const struct record r = {(uint16_t)host.n, (uint16_t)result.n};

	if (!hosts || !host.n || host.n > LONGEST || result.n > LONGEST)
		return;
	if (hosts->used + sizeof r + host.n + result.n > TEXT)
		empty(hosts);
	if (hosts->slots_used > hosts->n_slots / 2 && hosts->n_slots < SLOTS)
		grow(hosts);
	put_slot(hosts, hosts_hash_of(host), hosts->used);
	char *const text = hosts->text + hosts->used;
	memcpy(text, &r, sizeof r);
	memcpy(text + sizeof r, host.p, host.n);
	if (result.n)
		memcpy(text + sizeof r + host.n, result.p, result.n);
	hosts->used += (uint32_t)(sizeof r + host.n + result.n);
}
