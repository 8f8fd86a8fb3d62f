/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "local_scan.h"

#include "local_kept.h"

#include "cmd/tree/jobs.h"
#include "lib/base/str.h"

#include <string.h>
#include <unistd.h>

/* A file that should have the anchors of fragments */
struct local_target {
	struct folder *folder;
	struct listing_entry *entry;
};

/* A fragment, to be looked up when all documents were read. There are as many as links, so it is small. */
struct local_fragment {
	uint32_t start;           /* of the hash: its upper half. A dead link is missed once in 2^32 anchors. */
	uint32_t file : 31;       /* the number of the file that should have the anchor, in l->targets */
	uint32_t is_far : 1;      /* another process has found it, and its number is that of tree_expect */
	uint32_t document : 31;   /* the number of the document that has the link */
	uint32_t is_either : 1;   /* the next one has another hash of this fragment; one of them must be there */
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
	bool is_waiting; /* that depends on anchors of documents that were not read yet */
	size_t taken;    /* bytes of the links that are kept; SIZE_MAX: they were too many */
};

static uint32_t first_half(uint64_t hash)
{
	return (uint32_t)(hash >> 32);
}

/* Returns the number of a file in l->targets. */
static size_t number_of(struct local *l, const struct listing_found *file)
{
	const struct local_target target = {file->folder, file->entry};

	if (!file->entry->number) {
		ARRAY_ADD(l->targets, &target);
		buf_check(local_messages(l), &l->targets.buf);
		file->entry->number = (uint32_t)ARRAY_COUNT(l->targets);
	}
	return file->entry->number - 1;
}

/* Keeps a fragment for local_look_up. Returns false if a number of it is too large. */
static bool keep_fragment(const struct local_scan *s, const struct fragment_key *key)
{
	const size_t file = number_of(s->local, &key->file);
	struct local_fragment f = {.file = (uint32_t)file & INT32_MAX, .document = (uint32_t)s->document & INT32_MAX};

	if (f.file != file || f.document != s->document)
		return false;
	if (key->raw != key->decoded) {
		f.start = first_half(key->decoded);
		f.is_either = true;
		ARRAY_ADD(s->local->fragments, &f);
		f.is_either = false;
	}
	f.start = first_half(key->raw);
	ARRAY_ADD(s->local->fragments, &f);
	return true;
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
		/* Whether its format has anchors is asked only if the file is not read in this pass. */
		scan_keep(s, link);
		s->is_waiting = true;
		if (!s->is_suspect && !keep_fragment(s, key))
			s->is_suspect = true;
	}
}

/* Finds out whether a local link may have a finding. */
static void scan_local(struct local_scan *s, const struct span *link)
{
	struct local *const l = s->local;
	const struct iri_ref *const parsed = span_parsed(link);
	const struct resolve_target t = parsed ? resolve_parsed(&l->resolver, &l->origin, parsed)
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
	if (link->kind < SPAN_KINDS)
		held_lint(l->checker, link, &found);
	const bool is_checked = !l->anchors.in_generated && !local_is_inner(link) &&
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

enum local_state local_scan(struct local *l, const struct selection *selection, const char *name, size_t document)
{
	struct local_scan s = {.local = l, .selection = selection, .document = document};
	struct document_options o = selection->document;
	const size_t n = l->fragments.buf.n;

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
	if (!was_read || s.is_suspect)
		l->fragments.buf.n = n;
	if (was_read && (s.is_suspect || s.is_waiting) && s.taken <= LOCAL_MOST_KEPT)
		local_keep(l, document);
	return was_read && !s.is_suspect ? LOCAL_CLEAN : LOCAL_SUSPECT;
}

void local_forget(struct local *l)
{
	l->scanned.buf.n = l->fragments.buf.n = l->kept.n = l->kept_at.buf.n = 0;
}

/* In front of the path of a fragment that local_save has written */
struct far_fragment {
	size_t start, document, is_either, path;
};

/* Returns the file that should have the anchor, which this process has found. */
static struct listing_found file_of(const struct local *l, const struct local_fragment *f)
{
	const struct local_target *const target = l->targets.item + f->file;

	return (struct listing_found){.what = FOUND_FILE, .folder = target->folder, .entry = target->entry};
}

void local_save(const struct local *l, struct iri_buf *out)
{
	const struct listing_found *const files = l->scanned.item;
	const struct local_fragment *const f = l->fragments.item;
	const size_t n = ARRAY_COUNT(l->scanned);

	iri_buf_add(out, (const char *)&n, sizeof n);
	for (size_t i = 0; i < n; i++)
		tree_save(&files[i], out);
	iri_buf_add(out, (const char *)&l->kept.n, sizeof l->kept.n);
	iri_buf_add(out, l->kept.p, l->kept.n);
	for (size_t i = 0; i < ARRAY_COUNT(l->fragments); i++) {
		const struct listing_found file = file_of(l, &f[i]);
		struct far_fragment far = {.start = f[i].start, .document = f[i].document, .is_either = f[i].is_either};
		const size_t start = out->n;
		iri_buf_add(out, (const char *)&far, sizeof far);
		found_add_path(&file, out);
		far.path = out->n - start - sizeof far;
		if (!out->failed)
			memcpy(out->p + start, &far, sizeof far);
	}
}

void local_load(struct local *l, struct iri_str saved)
{
	size_t n;

	memcpy(&n, saved.p, sizeof n);
	saved = iri_between(saved.p + sizeof n, saved.p + saved.n);
	while (n--)
		tree_learn(&l->tree, &saved);
	memcpy(&n, saved.p, sizeof n);
	local_keep_saved(l, (struct iri_str){saved.p + sizeof n, n});
	saved = iri_between(saved.p + sizeof n + n, saved.p + saved.n);
	while (saved.n) {
		struct far_fragment far;
		memcpy(&far, saved.p, sizeof far);
		const struct iri_str path = {saved.p + sizeof far, far.path};
		const uint32_t number = tree_expect(&l->tree, path);
		const struct local_fragment f = {
			.start = (uint32_t)far.start, .file = number & INT32_MAX, .is_far = true,
			.document = (uint32_t)far.document & INT32_MAX, .is_either = far.is_either & 1,
		};
		if (f.file != number)
			filter_die(l->checker->filter, NULL, "out of memory");
		ARRAY_ADD(l->fragments, &f);
		saved = iri_between(path.p + path.n, saved.p + saved.n);
	}
	buf_check(local_messages(l), &l->fragments.buf);
}

/* Returns the anchors that a fragment can be among, or NULL. */
static const struct tree_document *anchors_for(struct local *l, const struct local_fragment *f)
{
	struct listing_found file;
	struct iri_str path;

	if (f->is_far) {
		const struct tree_document *const learned = tree_learned(&l->tree, f->file, &path);
		if (learned)
			return learned;
		file = listing_find(&l->tree.listing, path);
	} else {
		file = file_of(l, f);
	}
	return file.what == FOUND_FILE ? tree_document(&l->tree, &file) : NULL;
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

void local_look_up(struct local *l, char *states)
{
	const struct local_fragment *const f = l->fragments.item;

	for (size_t i = 0; i < ARRAY_COUNT(l->fragments); i++) {
		const uint32_t other = f[i + f[i].is_either].start;
		char *const state = &states[f[i].document];
		const struct tree_document *const d = *state == LOCAL_CLEAN ? anchors_for(l, &f[i]) : NULL;
		if (d && !d->is_opaque && !has_start(d, f[i].start) && !has_start(d, other))
			*state = LOCAL_SUSPECT;
		i += f[i].is_either;
	}
	iri_buf_free(&l->fragments.buf);
	iri_buf_free(&l->targets.buf);
	iri_buf_free(&l->scanned.buf);
}
