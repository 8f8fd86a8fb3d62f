/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "resolve.h"

#include "cmd/file/paths.h"
#include "lib/base/str.h"

#include <errno.h>

/* Begins the document whose path is in r->origin. */
static bool begin_origin(struct resolver *r, bool is_html, struct origin *from)
{
	struct listing *const l = &r->tree->listing;

	*from = (struct origin){.path = iri_contents(&r->origin), .is_html = is_html};
	from->file = listing_find(l, from->path);
	if (from->file.what != FOUND_FILE)
		return false;
	from->is_component = path_ends_with(from->path, ".vue") || path_ends_with(from->path, ".svelte") ||
	                     path_ends_with(from->path, ".astro");
	from->site = sites_find(&r->tree->sites, from->file.folder);
	return true;
}

bool origin_has(const struct origin *from, enum span_kind kind, bool is_asset, struct iri_str reference)
{
	return !from->is_component || kind != SPAN_ATTRIBUTE || (is_asset && iri_begins(reference, "."));
}

/* Whether the path of a file, by root_guess, has no dot segments, and no symbolic links but perhaps its last part. */
static bool is_real_path(struct listing *l, struct iri_str path)
{
	const struct iri_str folder = path_folder(path);
	const struct listing_found found = listing_find(l, folder);

	return found.what == FOUND_FOLDER && iri_same(found.folder->path, folder) &&
	       iri_same(found.folder->disk, folder);
}

bool origin_find(struct resolver *r, const char *name, struct iri_str *path)
{
	struct listing *const l = &r->tree->listing;

	r->origin.n = 0;
	bool is_below = root_guess(&l->root, name, &r->origin);
	buf_check(l->arena.messages, &r->origin);
	if (!is_below || !is_real_path(l, iri_contents(&r->origin))) {
		r->origin.n = 0;
		is_below = root_below(&l->root, name, &r->origin);
	}
	buf_check(l->arena.messages, &r->origin);
	if (!is_below && errno && !root_is_missing())
		message_die(l->messages, name, strerror(errno));
	*path = iri_contents(&r->origin);
	return is_below;
}

bool origin_begin(struct resolver *r, const char *name, bool is_html, struct origin *from)
{
	struct iri_str path;

	if (!origin_find(r, name, &path))
		return false;
	if (lines_is_stdin(r->tree->lines, name))
		listing_add_file(&r->tree->listing, path); /* it need not be on the disk */
	return begin_origin(r, is_html, from);
}

bool origin_at(struct resolver *r, struct iri_str path, bool is_html, struct origin *from)
{
	r->origin.n = 0;
	iri_buf_add(&r->origin, path.p, path.n);
	buf_check(r->tree->lines->messages, &r->origin);
	return begin_origin(r, is_html, from);
}

void origin_set_base(struct resolver *r, struct origin *from, struct iri_str href)
{
	if (from->base.p || !from->is_html)
		return;
	const struct resolve_target t = resolve_reference(r, from, href);
	r->base.n = 0;
	if (t.outcome != OUTCOME_UNCHECKED && t.outcome != OUTCOME_OUTSIDE && t.written.n) {
		iri_buf_add(&r->base, t.path.p, t.path.n);
		if (t.written.p[t.written.n - 1] == '/' && r->base.n && r->base.p[r->base.n - 1] != '/')
			iri_buf_putc(&r->base, '/');
		iri_buf_putc(&r->base, 'x'); /* the base is a file in that folder */
	}
	buf_check(r->tree->lines->messages, &r->base);
	from->base = iri_contents(&r->base); /* empty: it is not local */
}

void origin_rebase(struct resolver *r, struct origin *from, struct iri_str href)
{
	from->base = (struct iri_str){0};
	if (href.p)
		origin_set_base(r, from, href);
}
