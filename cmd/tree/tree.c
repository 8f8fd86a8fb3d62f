/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "tree.h"

#include "lib/base/str.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool tree_open(struct tree *t, struct messages *m, const char *folder)
{
	t->listing.messages = m;
	t->listing.arena.messages = m;
	t->listing.root.fd = -1;
	t->sites = (struct sites){.listing = &t->listing, .forced = t->generator};
	return root_open(&t->listing.root, &t->listing.arena, folder);
}

bool tree_open_for(struct tree *t, struct messages *m, const char *operand)
{
	t->listing.arena.messages = m;
	const char *const root = root_find(&t->listing.arena, operand);
	if (!root && root_is_missing())
		return false;
	if (!root || !tree_open(t, m, root))
		message_die(m, root ? root : operand, strerror(errno));
	return true;
}

unsigned tree_dialects(struct tree *t, struct folder *f)
{
	if (t->dialects)
		return t->dialects;
	const struct site *const site = sites_find(&t->sites, f);
	return 1u << (site ? site->dialect : SLUG_GITHUB);
}

static bool tree_is_html(const struct found *file)
{
	return format_of_name(file->entry->name) == FORMAT_HTML;
}

void tree_store(struct tree *t, const struct found *file, const struct anchors *a)
{
	struct arena *const arena = &t->listing.arena;
	struct tree_document *const d = arena_take(arena, sizeof *d);
	const struct site *const site = sites_find(&t->sites, file->folder);
	const bool from_elsewhere = site && ((site->flags & SITE_PAGES && !a->has_heading) ||
	                                     (site->flags & SITE_NAMES && a->has_directive));

	*d = (struct tree_document){.n = a->hashes.n / sizeof(uint64_t), .is_opaque = a->is_opaque || from_elsewhere};
	if (d->n) {
		uint64_t *const copy = arena_take(arena, 2 * a->hashes.n);
		memcpy(copy, a->hashes.p, a->hashes.n);
		memcpy(copy + d->n, a->folded.p, a->folded.n);
		d->hashes = copy;
		d->folded = copy + d->n;
	}
	file->entry->document = d;
}

/* For document_read: goes on without the link. */
static bool pass_link(void *arg, const struct span *span)
{
	(void)arg;
	(void)span;
	return true;
}

/* For struct landmarks: the definitions that no link uses do not matter. */
static void pass_unused(void *arg, size_t definition)
{
	(void)arg;
	(void)definition;
}

bool tree_read(struct tree *t, const struct found *file, struct anchors *a)
{
	const struct landmarks landmarks = {anchors_found, pass_unused, a};
	const struct document_options o = {.find.landmarks = &landmarks, .has_charset = t->has_charset, .silent = true};
	struct messages *const m = t->lines->messages;
	const struct place place = m->place;
	const int fd = listing_open(&t->listing, file);

	anchors_clear(a);
	a->messages = m;
	a->is_html = tree_is_html(file);
	a->dialects = tree_dialects(t, file->folder);
	if (fd < 0) {
		listing_report(&t->listing, file->entry->name);
		return false;
	}
	m->place.file = file->entry->name;
	const bool is_read =
		document_read(t->lines, &o, fd, file->entry->name, pass_link, NULL) == DOCUMENT_SEARCHED;
	close(fd);
	m->place = place;
	anchors_end(a);
	return is_read;
}

const struct tree_document *tree_document(struct tree *t, const struct found *file)
{
	static const struct tree_document unreadable = {.is_opaque = true};

	if (file->entry->document)
		return file->entry->document;
	switch (format_of_name(file->entry->name)) {
	case FORMAT_MARKDOWN:
	case FORMAT_MDX:
	case FORMAT_HTML: break;
	default: return NULL;
	}
	if (tree_read(t, file, &t->anchors))
		tree_store(t, file, &t->anchors);
	else
		file->entry->document = (void *)&unreadable;
	return file->entry->document;
}

void tree_free(struct tree *t)
{
	listing_free(&t->listing);
	anchors_free(&t->anchors);
}
