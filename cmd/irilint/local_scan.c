/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "local_scan.h"

#include "local_kept.h"

#include "cmd/tree/jobs.h"
#include "lib/base/str.h"

#include <string.h>
#include <unistd.h>

/* A fragment, to be looked up when all documents were read. There are as many as links, so it is small. */
struct local_fragment {
	uint32_t path : 31;       /* the hash of the path of the file that should have the anchor; see tree_expects */
	uint32_t is_either : 1;   /* the next one has another hash of this fragment; one of them must be there */
	uint32_t start;           /* of the hash: its upper half. A dead link is missed once in 2^32 anchors. */
};

/* The next n fragments are those of the links of a document. */
struct local_waiting {
	uint32_t document, n;
};

/* A link to an anchor of its own document, whose anchors are not known yet */
struct own_fragment {
	size_t link; /* its number in l->links */
	uint64_t raw, decoded; /* see struct fragment_key */
};

/* A document that is read for its anchors, and to see whether it can have findings */
struct local_scan {
	struct local *local;
	const struct selection *selection;
	size_t document;
	bool is_suspect; /* it has a finding, or may have one */
	bool is_waiting; /* that depends on anchors of other documents, which may not be read yet */
	size_t taken;    /* bytes of the links that are kept; SIZE_MAX: they are too many */
};

static uint32_t first_half(uint64_t hash)
{
	return (uint32_t)(hash >> 32);
}

/* Keeps a fragment for local_look_up. path: the hash of the path of its document */
static void keep_fragment(struct local *l, uint32_t path, uint64_t raw, uint64_t decoded)
{
	struct local_fragment f = {.path = path & INT32_MAX};

	if (raw != decoded) {
		f.start = first_half(decoded);
		f.is_either = true;
		ARRAY_ADD(l->fragments, &f);
		f.is_either = false;
	}
	f.start = first_half(raw);
	ARRAY_ADD(l->fragments, &f);
}

/* Keeps a link for local_keep, unless there are too many. */
static void scan_keep(struct local_scan *s, const struct span *link)
{
	struct local *const l = s->local;

	if (s->taken > LOCAL_MOST_KEPT)
		return;
	local_take(l, link);
	s->taken += sizeof(struct local_link) + link->text.n + link->found.n * sizeof(struct layer_section);
	if (s->taken <= LOCAL_MOST_KEPT)
		return;
	s->taken = SIZE_MAX;
	l->links.buf.n = 0;
	arena_clear(&l->arena);
}

static void scan_suspect(struct local_scan *s, const struct span *link)
{
	s->is_suspect = true;
	scan_keep(s, link);
}

/* Whether a document lacks an anchor. */
static bool lacks_anchor(const struct tree_document *d, uint64_t raw, uint64_t decoded)
{
	return !d->is_opaque && !anchor_has(d->hashes, d->n, raw) && !anchor_has(d->hashes, d->n, decoded);
}

/* Keeps a link until all documents were read. */
static void scan_wait(struct local_scan *s, const struct span *link, uint32_t path, uint64_t raw, uint64_t decoded)
{
	scan_keep(s, link);
	s->is_waiting = true;
	if (!s->is_suspect)
		keep_fragment(s->local, path, raw, decoded);
}

/* Keeps a link to a file whose anchors are not known yet. If this pass does not read the file, the link is suspect. */
static void scan_later(struct local_scan *s, const struct span *link, const struct fragment_key *key)
{
	struct local *const l = s->local;
	uint32_t hash;

	l->message.n = 0;
	found_add_path(&key->file, &l->message);
	buf_check(local_messages(l), &l->message);
	if (tree_expects(&l->tree, iri_contents(&l->message), &hash))
		scan_wait(s, link, hash, key->raw, key->decoded);
	else if (format_has_anchors(tree_format(key->file.entry)))
		scan_suspect(s, link);
}

/* Finds out whether the fragment of a link leads to an anchor, or keeps it until that is known. */
static void scan_fragment(struct local_scan *s, const struct span *link, const struct fragment_key *key)
{
	struct local *const l = s->local;
	struct listing_entry *const entry = key->file.entry;
	const struct own_fragment own = {ARRAY_COUNT(l->links), key->raw, key->decoded};

	if (key->file.what != FOUND_FILE) {
		scan_suspect(s, link);
	} else if (entry == l->origin.file.entry) {
		scan_keep(s, link);
		ARRAY_ADD(l->own, &own);
	} else if (entry->document) {
		if (lacks_anchor(entry->document, key->raw, key->decoded))
			scan_suspect(s, link);
	} else {
		scan_later(s, link, key);
	}
}

/*
 * If the link leads to an anchor of another document of this pass, keeps it for local_look_up, without a look at the
 * listing, which would take most of the time if that does not fit into the caches. Else returns false.
 */
static bool scan_expected(struct local_scan *s, const struct span *link, const struct iri_ref *ref)
{
	struct local *const l = s->local;
	struct iri_str path;
	uint32_t hash;

	if (!ref->fragment.p || l->asks_git || !fragment_is_plain(&l->origin, ref->fragment) ||
	    !resolve_plain(&l->resolver, &l->origin, ref, &path) || iri_same(path, l->origin.path) ||
	    !tree_expects(&l->tree, path, &hash))
		return false;
	const uint64_t key = anchor_hash(ref->fragment, false);
	scan_wait(s, link, hash, key, key);
	return true;
}

/* Finds out whether a local link may have a finding. */
static void scan_local(struct local_scan *s, const struct span *link)
{
	struct local *const l = s->local;
	const struct iri_ref *const parsed = span_parsed(link);

	if (parsed && scan_expected(s, link, parsed))
		return;
	const struct resolve_target t = link->is_name ? resolve_name(&l->resolver, &l->origin, link->reference)
	                                : parsed ? resolve_parsed(&l->resolver, &l->origin, parsed)
	                                : resolve_reference(&l->resolver, &l->origin, link->reference);
	struct fragment_key key;

	if ((t.outcome != OUTCOME_UNCHECKED && t.outcome != OUTCOME_ALIVE) || local_is_untracked(l, &t))
		scan_suspect(s, link);
	else if (resolve_key(&l->resolver, &l->origin, &t, &key))
		scan_fragment(s, link, &key);
}

/* For document_read */
static bool scan_link(void *scan, const struct span *link)
{
	struct local_scan *const s = scan;
	struct local *const l = s->local;
	struct iri_findings found = {NULL, 0};

	selection_check(s->selection, local_messages(l));
	if (link->kind < SPAN_KINDS && !s->selection->kinds[link->kind])
		return true;
	if (link->kind < SPAN_KINDS && !link->is_name)
		held_lint(l->checker, link, &found);
	const bool is_checked = !l->anchors.in_generated && !local_is_inner(l, link) &&
	                        origin_has(&l->origin, link->kind, link->is_asset, link->reference);
	if (link->kind == SPAN_BASE && is_checked)
		origin_set_base(&l->resolver, &l->origin, link->reference);
	if (link->kind >= SPAN_KINDS || found.n || held_names_other(l->checker, link))
		scan_suspect(s, link);
	else if (link->kind == SPAN_BASE)
		scan_keep(s, link);
	else if (link->kind > SPAN_LAST_OF_TEXT && is_checked)
		scan_local(s, link);
	return true;
}

/* At the end of the document: judges the links to its own anchors. */
static void scan_own(struct local_scan *s)
{
	struct local *const l = s->local;
	const struct own_fragment *const own = l->own.item;
	struct local_link *const links = l->links.item;

	buf_check(local_messages(l), &l->own.buf);
	for (size_t i = 0; i < ARRAY_COUNT(l->own); i++) {
		const bool is_dead = lacks_anchor(l->origin.file.entry->document, own[i].raw, own[i].decoded);
		s->is_suspect |= is_dead;
		if (is_dead)
			tree_store_late(&l->tree, &l->origin.file, &l->anchors);
		if (s->taken <= LOCAL_MOST_KEPT)
			links[own[i].link].is_alive = !is_dead;
	}
}

/* At the end of the document: adds the fragments after the first n to l->waiting, or drops them if it is suspect. */
static void end_fragments(struct local_scan *s, size_t n)
{
	struct local *const l = s->local;
	const size_t added = ARRAY_COUNT(l->fragments) - n;
	const struct local_waiting waiting = {.document = (uint32_t)s->document, .n = (uint32_t)added};

	s->is_suspect |= waiting.document != s->document || waiting.n != added;
	if (s->is_suspect)
		l->fragments.buf.n = n * sizeof(struct local_fragment);
	else if (added)
		ARRAY_ADD(l->waiting, &waiting);
	buf_check(local_messages(l), &l->waiting.buf);
}

void local_expect(struct local *l, const char *name, enum document_format format, size_t n)
{
	struct iri_str path;

	if (format_is_local(format) && format_has_anchors(format) && origin_find(&l->resolver, name, &path))
		tree_expect(&l->tree, path, n);
}

enum local_state local_scan(struct local *l, const struct selection *selection, const char *name, size_t document)
{
	struct local_scan s = {.local = l, .selection = selection, .document = document,
	                       .taken = l->keeps_none ? SIZE_MAX : 0};
	struct document_options o = selection->document;
	const size_t n = ARRAY_COUNT(l->fragments);

	o.format = l->format; /* that of the name need not be found again */
	o.find.landmarks = format_has_anchors(l->format) ? &l->landmarks : NULL;
	l->own.buf.n = 0;
	const int fd = listing_open(&l->tree.listing, &l->origin.file);
	if (fd < 0)
		return LOCAL_UNREAD;
	local_messages(l)->place.file = name;
	const bool was_read =
		document_read(l->tree.lines, &o, fd, l->origin.file.entry->name, scan_link, &s) == DOCUMENT_SEARCHED;
	close(fd);
	anchors_end(&l->anchors);
	buf_check(local_messages(l), &l->fragments.buf);
	buf_check(local_messages(l), &l->unused.buf);
	if (was_read) {
		tree_store(&l->tree, &l->origin.file, &l->anchors);
		if (jobs_is_worker()) {
			ARRAY_ADD(l->scanned, &l->origin.file);
			buf_check(local_messages(l), &l->scanned.buf);
		}
		scan_own(&s);
	}
	s.is_suspect |= !was_read;
	end_fragments(&s, n);
	if (was_read && (s.is_suspect || s.is_waiting) && s.taken <= LOCAL_MOST_KEPT)
		local_keep(l, document);
	return s.is_suspect ? LOCAL_SUSPECT : LOCAL_CLEAN;
}

void local_forget(struct local *l)
{
	l->scanned.buf.n = l->fragments.buf.n = l->waiting.buf.n = l->kept.n = l->kept_at.buf.n = 0;
	l->keeps_none = false;
}

/* Appends bytes and their number, for take_bytes. */
static void add_bytes(struct iri_buf *out, struct iri_str bytes)
{
	iri_buf_add(out, (const char *)&bytes.n, sizeof bytes.n);
	iri_buf_add(out, bytes.p, bytes.n);
}

/* Removes bytes that add_bytes has added from the front of *saved. */
static struct iri_str take_bytes(struct iri_str *saved)
{
	struct iri_str bytes = {saved->p + sizeof bytes.n, 0};

	memcpy(&bytes.n, saved->p, sizeof bytes.n);
	*saved = iri_between(bytes.p + bytes.n, saved->p + saved->n);
	return bytes;
}

void local_save(const struct local *l, struct iri_buf *out)
{
	const struct listing_found *const files = l->scanned.item;

	add_bytes(out, iri_contents(&l->kept));
	add_bytes(out, iri_contents(&l->waiting.buf));
	add_bytes(out, iri_contents(&l->fragments.buf));
	for (size_t i = 0; i < ARRAY_COUNT(l->scanned); i++)
		tree_save(&files[i], out);
}

void local_load(struct local *l, struct iri_str saved)
{
	local_keep_saved(l, take_bytes(&saved));
	const struct iri_str waiting = take_bytes(&saved), fragments = take_bytes(&saved);
	iri_buf_add(&l->waiting.buf, waiting.p, waiting.n);
	iri_buf_add(&l->fragments.buf, fragments.p, fragments.n);
	buf_check(local_messages(l), &l->waiting.buf);
	buf_check(local_messages(l), &l->fragments.buf);
	while (saved.n)
		tree_learn(&l->tree, &saved);
}

/* Whether one of the hashes of a document begins so. */
static bool has_start(const struct tree_document *d, uint32_t start)
{
	size_t low = 0, high = d->n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (first_half(d->hashes[middle]) < start)
			low = middle + 1;
		else
			high = middle;
	}
	return low < d->n && first_half(d->hashes[low]) == start;
}

/* Whether one of these fragments of links may be dead. */
static bool has_dead(const struct local *l, const struct local_fragment *f, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct tree_document *const d = tree_expected(&l->tree, f[i].path);
		const uint32_t other = f[i + f[i].is_either].start;
		if (!d || (!d->is_opaque && !has_start(d, f[i].start) && !has_start(d, other)))
			return true;
		i += f[i].is_either;
	}
	return false;
}

void local_look_up(struct local *l, char *states)
{
	const struct local_waiting *const waiting = l->waiting.item;
	const struct local_fragment *f = l->fragments.item;

	for (size_t i = 0; i < ARRAY_COUNT(l->waiting); i++) {
		if (has_dead(l, f, waiting[i].n))
			states[waiting[i].document] = LOCAL_SUSPECT;
		f += waiting[i].n;
	}
	iri_buf_free(&l->fragments.buf);
	iri_buf_free(&l->waiting.buf);
	iri_buf_free(&l->scanned.buf);
}
