/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "link_path.h"

#include "cmd/file/paths.h"
#include "lib/base/str.h"

/* Whether the path leads where the link leads. Generators look for "/x" in folders of their own, too. */
static bool leads_there(struct resolver *r, const struct resolve_target *t)
{
	const struct listing_found found = listing_find(&r->tree->listing, t->path);

	return found.what == t->file.what && found.folder == t->file.folder && found.entry == t->file.entry;
}

bool link_path_is_folder(struct iri_str path)
{
	const char *p = path.p + path.n;

	while (p > path.p && p[-1] != '/')
		p--;
	const struct iri_str last = iri_between(p, path.p + path.n);
	return !last.n || iri_is(last, ".") || iri_is(last, "..");
}

void link_path_relative(struct iri_str folder, struct iri_str path, struct iri_buf *out)
{
	size_t same = 0;

	/* The folders that both have: up to the last "/" that ends a common part */
	for (size_t i = 0; i < folder.n && i < path.n && folder.p[i] == path.p[i]; i++)
		if (path.p[i] == '/')
			same = i + 1;
	if (folder.n && path.n > folder.n && path.p[folder.n] == '/' && !memcmp(folder.p, path.p, folder.n))
		same = folder.n + 1;
	for (size_t i = same; i < folder.n; i++)
		if (i == same || folder.p[i - 1] == '/')
			iri_buf_add(out, "../", 3);
	iri_buf_add(out, path.p + same, path.n - same);
}

void link_path_add(struct iri_buf *out, enum path_kind kind, struct iri_str folder, struct iri_str path,
                   const struct path_style *style)
{
	struct iri_buf made = {0};

	if (kind == PATH_RELATIVE)
		link_path_relative(folder, path, &made);
	else
		iri_buf_add(&made, path.p, path.n);
	const struct iri_str text = iri_contents(&made);
	const char *const end = text.p + text.n, *const colon = iri_find_byte(text.p, end, ':');
	const bool has_colon = colon < end && colon < iri_find_byte(text.p, end, '/');
	/* What begins like that is taken for a template. */
	const bool is_odd = has_colon || (text.n && strchr(":@$", *text.p));
	if (kind == PATH_FROM_ROOT)
		iri_buf_putc(out, '/');
	else if (kind == PATH_RELATIVE && (!text.n || is_odd || (style->has_dot && *text.p != '.')))
		iri_buf_add(out, "./", 2);
	resolve_encode(text, style->is_ascii, out);
	if (style->is_folder && text.n && end[-1] != '/')
		iri_buf_putc(out, '/');
	out->failed |= made.failed;
	iri_buf_free(&made);
}

/* Returns the --site whose IRI is the whole reference before its query and fragment, or NULL. */
static const struct tree_map *site_named(const struct resolver *r, struct iri_str reference)
{
	for (size_t i = 0; i < r->tree->n_maps; i++) {
		const struct tree_map *const map = &r->tree->maps[i];
		const size_t n = map->iri.n;
		if (reference.n >= n && !memcmp(reference.p, map->iri.p, n))
			return reference.n == n || strchr("?#", reference.p[n]) ? map : NULL;
	}
	return NULL;
}

bool link_path_write(struct resolver *r, const struct origin *from, enum path_kind kind, struct iri_str reference,
                     struct iri_buf *out)
{
	const bool has_base = from->base.n;
	struct origin origin = *from;

	/* The base is a path below the root, so a path from the root does not need it. */
	if (has_base && reference.n && *reference.p == '/')
		origin.base = (struct iri_str){0};
	const struct resolve_target t = resolve_reference(r, &origin, reference);
	const bool is_of_site = t.written.p != reference.p;
	const bool is_root_relative = t.written.n && *t.written.p == '/';
	struct path_style style = {.is_ascii = t.written.n && memchr(t.written.p, '%', t.written.n),
	                           .is_folder = link_path_is_folder(t.written)};
	const struct tree_map *const site = site_named(r, reference);
	struct iri_str path = t.path;
	const char *tail = t.written.p + t.written.n;

	if (site) {
		style.is_folder = true;
		path = site->folder;
		tail = reference.p + site->iri.n;
	} else if (from->is_component && kind == PATH_FROM_ROOT) {
		return false; /* it could not import that */
	} else if (t.outcome != OUTCOME_ALIVE || !t.written.n ||
	           (!is_of_site && is_root_relative == (kind == PATH_FROM_ROOT)) || !leads_there(r, &t)) {
		return false;
	}
	link_path_add(out, kind, path_folder(has_base ? from->base : from->path), path, &style);
	iri_buf_add(out, tail, (size_t)(reference.p + reference.n - tail));
	return true;
}
