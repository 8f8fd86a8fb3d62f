/* SPDX-License-Identifier: ISC */
#include "known.h"

#include "host.h"

#include "lib/base/str.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Appends the characters of the decomposition of ch, a character of a skeleton, that count. */
static void add_decomposed(uint32_t ch, struct iri_buf *out)
{
	utf8proc_int32_t form[DECOMPOSED_MAX];
	const size_t n = iri_decompose(ch, form);
	char text[4];

	for (size_t i = 0; i < n; i++) {
		const uint32_t c = (uint32_t)form[i];
		const utf8proc_property_t *const p = iri_property(c);
		if (c == 'M')
			iri_buf_add(out, "rn", 2); /* the skeleton of "m" */
		else if (c < 0x80)
			iri_buf_putc(out, iri_lower((char)c));
		else if (p->category != UTF8PROC_CATEGORY_MN && !p->ignorable)
			iri_buf_add(out, text, iri_utf8_encode(c, text));
	}
}

/*
 * The skeleton is NFD, but without nonspacing marks the canonical order of what is left is the order of the text: the
 * few other marks that have an order do not follow each other in words.
 */
void iri_skeleton(struct iri_str text, struct iri_buf *out)
{
	uint32_t skeleton[SKELETON_MAX], ch = 0;
	utf8proc_int32_t form[DECOMPOSED_MAX];

	for (const char *p = text.p, *end = p + text.n; p < end;) {
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (!len) {
			iri_buf_putc(out, *p++);
			continue;
		}
		const bool as_written = ch == 'I' || ch >= 0x80;
		const size_t n = iri_decompose(as_written ? ch : (uint32_t)(unsigned char)iri_lower(*p), form);
		for (size_t i = 0; i < n; i++) {
			const size_t chars = iri_skeleton_of((uint32_t)form[i], skeleton);
			for (size_t k = 0; k < chars; k++)
				add_decomposed(skeleton[k], out);
		}
		p += len;
	}
}

static uint32_t known_hash_of(const struct iri_known *k, struct iri_str skeleton)
{
	return (uint32_t)iri_siphash(k->names.key, skeleton, 1, 3);
}

/*
 * Returns the slot of this skeleton, or the free slot for it if the table does not have it. The table must have slots.
 * Out of memory, sets k->other.failed. The skeletons of names are not stored, but made again.
 */
static struct iri_known_slot *known_slot_of(struct iri_known *k, struct iri_str skeleton, uint32_t hash)
{
	for (uint32_t i = hash;; i++) {
		struct iri_known_slot *const slot = &k->slots[i & (k->n_slots - 1)];
		if (!slot->name)
			return slot;
		if (slot->hash != hash)
			continue;
		iri_buf_clear(&k->other);
		iri_skeleton(iri_texts_at(&k->names, slot->name - 1), &k->other);
		if (k->other.failed || iri_same(iri_contents(&k->other), skeleton))
			return slot;
	}
}

/* Makes room for one more skeleton. Returns false if out of memory. */
static bool known_grow(struct iri_known *k)
{
	if (k->n < k->n_slots / 2)
		return true;
	const uint32_t room = k->n_slots ? 2 * k->n_slots : 2048;
	struct iri_known_slot *const slots = room <= UINT32_MAX / 4 ? calloc(room, sizeof *slots) : NULL;
	if (!slots)
		return false;
	/* All skeletons differ, so a free slot is right for each. */
	for (uint32_t i = 0; i < k->n_slots; i++) {
		uint32_t at = k->slots[i].hash;
		while (slots[at & (room - 1)].name)
			at++;
		slots[at & (room - 1)] = k->slots[i];
	}
	free(k->slots);
	k->slots = slots;
	k->n_slots = room;
	return true;
}

/* Returns the name of a host without a dot at its end, for the root. */
static struct iri_str known_without_root(struct iri_str host)
{
	return (struct iri_str){host.p, host.n - (host.n && host.p[host.n - 1] == '.')};
}

/* Adds the host in k->ascii. Returns false if out of memory. */
static bool known_add(struct iri_known *k)
{
	iri_buf_clear(&k->unicode);
	iri_buf_clear(&k->skeleton);
	iri_buf_clear(&k->other);
	iri_buf_clear(&k->scratch);
	iri_host_add_unicode(NULL, NULL, known_without_root(iri_contents(&k->ascii)), 0, &k->scratch, &k->unicode);
	iri_skeleton(iri_contents(&k->unicode), &k->skeleton);
	if (k->unicode.failed || k->skeleton.failed || !known_grow(k))
		return false;
	const struct iri_str skeleton = iri_contents(&k->skeleton);
	const uint32_t name = iri_texts_add(&k->names, iri_contents(&k->unicode));
	if (name == IRI_TEXTS_NONE)
		return false;
	const uint32_t hash = known_hash_of(k, skeleton); /* with the key of names, which its first text makes */
	struct iri_known_slot *const slot = known_slot_of(k, skeleton, hash);
	if (k->other.failed || slot->name)
		return !k->other.failed;
	*slot = (struct iri_known_slot){hash, name + 1};
	k->n++;
	k->longest = skeleton.n > k->longest ? skeleton.n : k->longest;
	return true;
}

/*
 * Sets *ref to the components of a host or link: "example.org", "example.org:8080" and "//example.org/" have the host
 * of "http://example.org/". *ref views k->link, which has `more` bytes before s.
 */
static enum iri_status known_parse(struct iri_known *k, struct iri_str s, struct iri_ref *ref, size_t *more,
                                   struct iri_error *err)
{
	const char *const end = s.p + s.n, *p = s.p;

	while (p < end && !strchr(":/?#", *p))
		p++;
	const size_t rest = (size_t)(end - p);
	*more = (rest >= 3 && !memcmp(p, "://", 3)) || (p == s.p && rest >= 2 && !memcmp(p, "//", 2)) ? 0 : 2;
	iri_buf_clear(&k->link);
	iri_buf_add(&k->link, "//", *more);
	iri_buf_add(&k->link, s.p, s.n);
	return k->link.failed ? iri_no_memory(err) : iri_parse(iri_contents(&k->link), IRI_REFERENCE, ref, err);
}

/*
 * Whether a host is a name in ASCII that DNS allows. Not all of these are domain names for iri_host_add_ascii, which
 * refuses "_", and "--" as third and fourth characters.
 */
static bool is_dns_name(struct iri_str host)
{
	size_t label = 0;

	for (size_t i = 0; i < host.n; i++) {
		if (!iri_is_ldh(host.p[i]) && host.p[i] != '_' && (host.p[i] != '.' || !label))
			return false;
		label = host.p[i] == '.' ? 0 : label + 1;
	}
	return label && host.n <= NAME_MAX_OCTETS;
}

/*
 * Sets k->ascii to a host in ASCII and lower case; a dot for the root may stay at its end. Unlike iri_name_to_ascii, it
 * refuses ASCII that is no name, since the user should learn of errors in the list of hosts.
 */
static enum iri_status set_ascii(struct iri_known *k, struct iri_str host, struct iri_error *err)
{
	const struct iri_str name = known_without_root(host);

	iri_buf_clear(&k->ascii);
	iri_buf_clear(&k->scratch);
	if (!is_dns_name(name))
		return iri_host_add_ascii(NULL, host, &k->scratch, &k->ascii, err);
	for (size_t i = 0; i < name.n; i++)
		iri_buf_putc(&k->ascii, iri_lower(name.p[i]));
	return k->ascii.failed ? iri_no_memory(err) : IRI_OK;
}

enum iri_status iri_known_add(struct iri_known *k, struct iri_str s, struct iri_error *err)
{
	struct iri_ref ref;
	size_t more;

	s = iri_present(s);
	enum iri_status status = known_parse(k, s, &ref, &more, err);
	if (status == IRI_OK) {
		if (ref.host_kind != IRI_HOST_NAME && ref.host_kind != IRI_HOST_ABSENT)
			return IRI_OK; /* nothing looks like an address */
		status = set_ascii(k, iri_present(ref.host), err);
		if (status == IRI_OK)
			return known_add(k) ? IRI_OK : iri_no_memory(err);
		err->off += ref.host.p ? (size_t)(ref.host.p - k->link.p) : 0;
	}
	err->off -= err->off < more ? err->off : more;
	return status;
}

/* Returns the beginning of the domain above the one at p, or end if there is none. */
static const char *parent(const char *p, const char *end)
{
	const char *const dot = iri_find_byte(p, end, '.');

	return dot < end ? dot + 1 : end;
}

/*
 * Returns the number of the first known name with the skeleton of this host or of a domain above it, or IRI_TEXTS_NONE.
 * A few characters look like a dot, so the dots of the skeleton count. Out of memory, sets k->skeleton.failed or
 * k->other.failed.
 */
static uint32_t find_skeleton(struct iri_known *k, struct iri_str host)
{
	iri_buf_clear(&k->skeleton);
	iri_skeleton(host, &k->skeleton);
	const struct iri_str s = iri_contents(&k->skeleton);
	for (const char *p = s.p, *end = p + s.n; k->n && p < end; p = parent(p, end)) {
		const struct iri_str name = iri_between(p, end);
		const struct iri_known_slot *const slot =
			name.n <= k->longest ? known_slot_of(k, name, known_hash_of(k, name)) : NULL;
		if (slot && slot->name)
			return slot->name - 1;
	}
	return IRI_TEXTS_NONE;
}

/* Whether a host, with U-labels, is a known one or below one. */
static bool is_known(const struct iri_known *k, struct iri_str host)
{
	for (const char *p = host.p, *end = p + host.n; p < end; p = parent(p, end))
		if (iri_texts_find(&k->names, iri_between(p, end)) != IRI_TEXTS_NONE)
			return true;
	return false;
}

/*
 * Sets *known to whether a host is a known one or below one when it is mapped as a whole. Labels that are mapped one by
 * one can differ from that: U+00AD as a last label is mapped to the root. Returns IRI_OK or IRI_NO_MEMORY.
 */
static enum iri_status check_mapped(struct iri_known *k, struct iri_str written, bool *known)
{
	struct iri_error err;

	iri_buf_clear(&k->ascii);
	iri_buf_clear(&k->unicode);
	iri_buf_clear(&k->scratch);
	const enum iri_status status = iri_host_add_ascii(NULL, written, &k->scratch, &k->ascii, &err);
	if (status == IRI_OK)
		iri_host_add_unicode(NULL, NULL, known_without_root(iri_contents(&k->ascii)), 0, &k->scratch,
		                     &k->unicode);
	*known = is_known(k, iri_contents(&k->unicode));
	return status == IRI_NO_MEMORY || k->unicode.failed ? IRI_NO_MEMORY : IRI_OK;
}

enum iri_status iri_known_look_alike(struct iri_known *k, struct iri_str host, struct iri_str written,
                                     const char **known)
{
	const struct iri_str s = known_without_root(host);
	struct iri_error err;
	bool same;

	*known = NULL;
	if (is_known(k, s))
		return IRI_OK;
	iri_buf_clear(&k->other);
	uint32_t name = find_skeleton(k, s);
	if (name == IRI_TEXTS_NONE && !iri_same(host, written))
		name = find_skeleton(k, known_without_root(written));
	if (k->skeleton.failed || k->other.failed)
		return IRI_NO_MEMORY;
	if (name == IRI_TEXTS_NONE)
		return IRI_OK;
	if (check_mapped(k, written, &same) != IRI_OK)
		return IRI_NO_MEMORY;
	if (same)
		return IRI_OK;
	if (set_ascii(k, iri_texts_at(&k->names, name), &err) != IRI_OK)
		return IRI_NO_MEMORY;
	iri_buf_putc(&k->ascii, '\0');
	*known = k->ascii.p;
	return k->ascii.failed ? IRI_NO_MEMORY : IRI_OK;
}

void iri_known_free(struct iri_known *k)
{
	iri_texts_free(&k->names);
	free(k->slots);
	iri_buf_free(&k->link);
	iri_buf_free(&k->ascii);
	iri_buf_free(&k->unicode);
	iri_buf_free(&k->skeleton);
	iri_buf_free(&k->other);
	iri_buf_free(&k->scratch);
}
