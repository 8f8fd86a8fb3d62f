/* SPDX-License-Identifier: ISC */
#include "known.h"

#include "host.h"
#include "str.h"
#include "unicode.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* Appends the characters of the canonical decomposition of ch that belong to a skeleton. */
static void add_decomposed(uint32_t ch, struct iri_buf *out)
{
	utf8proc_int32_t form[8];
	const utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)ch, form, 8,
	                                                   UTF8PROC_STABLE | UTF8PROC_DECOMPOSE, NULL);
	char text[4];

	for (utf8proc_ssize_t i = 0; i < n && i < 8; i++) {
		const uint32_t c = (uint32_t)form[i];
		const utf8proc_property_t *const p = iri_property(c);
		if (c < 0x80)
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
	utf8proc_int32_t form[8];

	for (const char *p = text.p, *end = p + text.n; p < end;) {
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (!len) {
			iri_buf_putc(out, *p++);
			continue;
		}
		const utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)ch, form, 8,
		                                                   UTF8PROC_STABLE | UTF8PROC_DECOMPOSE, NULL);
		for (utf8proc_ssize_t i = 0; i < n && i < 8; i++) {
			const size_t chars = iri_skeleton_of((uint32_t)form[i], skeleton);
			for (size_t k = 0; k < chars; k++)
				add_decomposed(skeleton[k], out);
		}
		p += len;
	}
}

/* Sets k->skeleton to the skeleton of a host, and returns it. */
static struct iri_str skeleton_of(struct iri_known *k, struct iri_str unicode)
{
	iri_buf_clear(&k->skeleton);
	iri_skeleton(unicode, &k->skeleton);
	return iri_contents(&k->skeleton);
}

/* Adds the host in k->ascii to both sets. Returns false if out of memory. */
static bool add(struct iri_known *k)
{
	iri_buf_clear(&k->unicode);
	iri_host_to_unicode(NULL, NULL, iri_contents(&k->ascii), 0, &k->scratch, &k->unicode);
	const struct iri_str unicode = iri_contents(&k->unicode), skeleton = skeleton_of(k, unicode);
	if (k->unicode.failed || k->skeleton.failed)
		return false;
	if (k->skeletons.n == k->room) {
		const uint32_t room = k->room ? 2 * k->room : 1024;
		void *const name_of = room < UINT32_MAX / 8 ? realloc(k->name_of, room * sizeof *k->name_of) : NULL;
		if (!name_of)
			return false;
		k->name_of = name_of;
		k->room = room;
	}
	const uint32_t next = k->skeletons.n, name = iri_texts_add(&k->names, unicode);
	const uint32_t number = name == IRI_TEXTS_NONE ? name : iri_texts_add(&k->skeletons, skeleton);
	if (number == next)
		k->name_of[number] = name;
	return number != IRI_TEXTS_NONE;
}

/*
 * Sets *ref to the components of a host or link: "example.org", "example.org:8080" and "//example.org/" have the host
 * of "http://example.org/". *ref views k->link, which has `more` bytes before s.
 */
static enum iri_status parse(struct iri_known *k, struct iri_str s, struct iri_ref *ref, size_t *more,
                             struct iri_error *err)
{
	const struct iri_str rest = iri_between(iri_find_byte(s.p, s.p + s.n, ':'), s.p + s.n);
	const bool link = (s.n >= 2 && !memcmp(s.p, "//", 2)) || (rest.n >= 3 && !memcmp(rest.p, "://", 3));

	*more = link ? 0 : 2;
	iri_buf_clear(&k->link);
	iri_buf_add(&k->link, "//", *more);
	iri_buf_add(&k->link, s.p, s.n);
	return k->link.failed ? iri_no_memory(err) : iri_parse(iri_contents(&k->link), IRI_REFERENCE, ref, err);
}

/* Returns the name of a host without a dot at its end, for the root. */
static struct iri_str without_root(struct iri_str host)
{
	return (struct iri_str){host.p, host.n - (host.n && host.p[host.n - 1] == '.')};
}

enum iri_status iri_known_add(struct iri_known *k, struct iri_str s, struct iri_error *err)
{
	struct iri_ref ref;
	size_t more;

	s = iri_present(s);
	enum iri_status status = parse(k, s, &ref, &more, err);
	if (status == IRI_OK) {
		if (ref.host_kind != IRI_HOST_NAME)
			return IRI_OK; /* an address, which nothing looks like */
		iri_buf_clear(&k->ascii);
		status = iri_host_to_ascii(NULL, without_root(ref.host), &k->scratch, &k->ascii, err);
		if (status == IRI_OK)
			return add(k) ? IRI_OK : iri_no_memory(err);
		err->off += ref.host.p ? (size_t)(ref.host.p - k->link.p) : more;
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
 * A few characters look like a dot, so the dots of the skeleton count.
 */
static uint32_t find_skeleton(struct iri_known *k, struct iri_str host)
{
	const struct iri_str s = skeleton_of(k, host);

	for (const char *p = s.p, *end = p + s.n; p < end; p = parent(p, end)) {
		const uint32_t number = iri_texts_find(&k->skeletons, iri_between(p, end));
		if (number != IRI_TEXTS_NONE)
			return k->name_of[number];
	}
	return IRI_TEXTS_NONE;
}

const char *iri_known_look_alike(struct iri_known *k, struct iri_str host, struct iri_str written)
{
	const struct iri_str s = without_root(host);
	struct iri_error err;

	for (const char *p = s.p, *end = p + s.n; p < end; p = parent(p, end))
		if (iri_texts_find(&k->names, iri_between(p, end)) != IRI_TEXTS_NONE)
			return NULL;
	uint32_t name = find_skeleton(k, s);
	if (name == IRI_TEXTS_NONE && !iri_same(host, written))
		name = find_skeleton(k, without_root(written));
	if (name == IRI_TEXTS_NONE)
		return NULL;
	iri_buf_clear(&k->ascii);
	const enum iri_status status =
		iri_host_to_ascii(NULL, iri_texts_at(&k->names, name), &k->scratch, &k->ascii, &err);
	iri_buf_putc(&k->ascii, '\0');
	k->skeleton.failed = k->skeleton.failed || k->ascii.failed || status == IRI_NO_MEMORY;
	return k->skeleton.failed ? NULL : k->ascii.p;
}

void iri_known_free(struct iri_known *k)
{
	iri_texts_free(&k->names);
	iri_texts_free(&k->skeletons);
	free(k->name_of);
	iri_buf_free(&k->link);
	iri_buf_free(&k->ascii);
	iri_buf_free(&k->unicode);
	iri_buf_free(&k->skeleton);
	iri_buf_free(&k->scratch);
}
