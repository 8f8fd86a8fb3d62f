/* SPDX-License-Identifier: ISC */
#include "relink.h"

#include "cmd/base/glob.h"
#include "cmd/file/paths.h"
#include "cmd/tree/link_path.h"
#include "lib/base/str.h"
#include "lib/syntax/pct.h"

#include <string.h>

size_t relink_count_moves(const struct relinker *r)
{
	return ARRAY_COUNT(r->moves);
}

const struct move *relink_moves(const struct relinker *r)
{
	return r->moves.item;
}

void relink_add_moved(const struct relinker *r, struct iri_str path, struct iri_buf *out)
{
	struct iri_buf now = {0}, next = {0};

	iri_buf_add(&now, path.p, path.n);
	for (size_t i = 0; i < relink_count_moves(r); i++) {
		const struct move *const move = &relink_moves(r)[i];
		const struct iri_str text = iri_contents(&now);
		if (!path_is_below(text, move->old))
			continue;
		next.n = 0;
		iri_buf_add(&next, move->new.p, move->new.n);
		iri_buf_add(&next, text.p + move->old.n, text.n - move->old.n);
		now.n = 0;
		iri_buf_add(&now, next.p, next.n);
	}
	iri_buf_add(out, now.p, now.n);
	out->failed |= now.failed || next.failed;
	buf_check(r->messages, out);
	iri_buf_free(&now);
	iri_buf_free(&next);
}

/* Where a link must lead after the moves */
struct destination {
	int what;             /* of struct listing_found; FOUND_NOTHING: nowhere */
	struct iri_str path;  /* of the file or folder */
	bool is_by_site;      /* only a site finds it by what the link says */
};

static bool is_alive(const struct resolve_target *t)
{
	return t->outcome == OUTCOME_ALIVE || t->outcome == OUTCOME_ROUTE;
}

/* Whether a reference of the document, which has its new place, leads where it should. */
static bool leads_to(struct relinker *r, const struct origin *to, struct iri_str reference,
                     const struct destination *wanted)
{
	const struct resolve_target t = resolve_reference(&r->new, to, reference);

	if (wanted->what == FOUND_NOTHING)
		return !is_alive(&t);
	if (!is_alive(&t) || (int)t.file.what != wanted->what || (t.is_by_site && !wanted->is_by_site))
		return false;
	r->scratch.n = 0;
	if (!resolve_target_path(&t, &r->scratch))
		return iri_same(path_without_slash(t.path), wanted->path);
	buf_check(r->messages, &r->scratch);
	return iri_same(iri_contents(&r->scratch), wanted->path);
}

/* A link that gets another path */
struct relink {
	struct relinker *relinker;
	const struct origin *to;
	struct iri_str prefix; /* what --site names, before the path */
	struct iri_str tail;   /* query and fragment */
	struct iri_str below;  /* with a prefix: the folder that it means */
	enum path_kind kind;
	struct path_style style;
	const struct destination *wanted;
};

/* Sets r->link to the link with this path, and tries whether it leads to the destination. */
static bool try_kind(const struct relink *l, enum path_kind kind, struct iri_str folder, struct iri_str path)
{
	struct relinker *const r = l->relinker;

	r->link.n = 0;
	iri_buf_add(&r->link, l->prefix.p, l->prefix.n);
	link_path_add(&r->link, kind, folder, path, &l->style);
	iri_buf_add(&r->link, l->tail.p, l->tail.n);
	buf_check(r->messages, &r->link);
	return leads_to(r, l->to, iri_contents(&r->link), l->wanted);
}

/* Returns what follows a folder in a path below it. */
static struct iri_str rest_of(struct iri_str path, struct iri_str folder)
{
	const size_t n = folder.n && path.n > folder.n ? folder.n + 1 : folder.n;

	return iri_between(path.p + n, path.p + path.n);
}

/* Tries a path below the root, written as the link is. */
static bool try_path(const struct relink *l, struct iri_str path)
{
	const struct origin *const to = l->to;

	if (l->prefix.n)
		return path_is_below(path, l->below) &&
		       try_kind(l, PATH_AS_IT_IS, (struct iri_str){0}, rest_of(path, l->below));
	for (size_t i = 0; l->kind == PATH_FROM_ROOT && to->site && i < 3 && to->site->folders[i].p; i++)
		if (path_is_below(path, to->site->folders[i]) &&
		    try_kind(l, l->kind, (struct iri_str){0}, rest_of(path, to->site->folders[i])))
			return true;
	return try_kind(l, l->kind, path_folder(to->base.p ? to->base : to->path), path);
}

/* Returns the path without what follows the last dot in its name. */
static struct iri_str stem_of(struct iri_str path)
{
	const size_t folder = path_folder(path).n;

	for (size_t n = path.n; n > folder + 1; n--)
		if (path.p[n - 1] == '.')
			return (struct iri_str){path.p, n - 1};
	return path;
}

/* Tries the paths by which a site finds the file: without its end, as .html, its folder for an index. */
static bool try_routes(struct relink *l, bool is_html)
{
	const struct iri_str path = l->wanted->path, stem = stem_of(path);
	struct iri_buf html = {0};

	iri_buf_add(&html, stem.p, stem.n);
	buf_add_text(&html, ".html");
	buf_check(l->relinker->messages, &html);
	bool is_found = is_html && try_path(l, iri_contents(&html));
	iri_buf_free(&html);
	is_found = is_found || try_path(l, stem);
	return is_found || (l->style.is_folder && try_path(l, path_folder(path)));
}

/* Sets r->link to a link that leads to the destination. Returns false if there is none. */
static bool find_link(struct relink *l, const struct resolve_target *t)
{
	struct relinker *const r = l->relinker;
	struct iri_buf named = {0};
	const struct destination *const wanted = l->wanted;
	const struct iri_str path = path_without_slash(t->path);
	const bool is_html = path.n > 5 && !memcmp(path.p + path.n - 5, ".html", 5);
	const bool is_folder = l->style.is_folder;

	/* The path that it named, for a symbolic link or a folder of the site; then what it means */
	relink_add_moved(r, path, &named);
	bool is_found = try_path(l, iri_contents(&named));
	if (!is_found && wanted->what == FOUND_FILE && wanted->is_by_site)
		is_found = try_routes(l, is_html);
	l->style.is_folder = is_folder && wanted->what == FOUND_FOLDER;
	is_found = is_found || (wanted->what != FOUND_NOTHING && try_path(l, wanted->path));
	if (!is_found && l->kind != PATH_RELATIVE && wanted->what != FOUND_NOTHING) {
		/* It cannot be written in this way where the file is now. */
		l->kind = PATH_RELATIVE;
		l->prefix = (struct iri_str){0};
		is_found = try_path(l, wanted->path);
	}
	iri_buf_free(&named);
	return is_found;
}

/* Returns the number of folders in the path of the document, or of its base, below the root. */
static size_t depth_of(const struct origin *document)
{
	const struct iri_str folder = path_folder(document->base.p ? document->base : document->path);
	size_t depth = folder.n > 0;

	for (size_t i = 0; i < folder.n; i++)
		depth += folder.p[i] == '/';
	return depth;
}

/*
 * For a path that leaves the root, where nothing is looked at: sets r->link to the link with as many "../" as the new
 * place of the document needs to lead there. Returns false if it stays.
 */
static bool relink_outside(struct relinker *r, const struct origin *from, const struct origin *to,
                           struct iri_str written, struct iri_str tail)
{
	const size_t new = depth_of(to);
	const char *p = written.p, *const end = p + written.n;
	size_t depth = depth_of(from);

	if (depth == new || *p == '/')
		return false;
	for (; p < end; p++) {
		const char *const stop = iri_find_byte(p, end, '/');
		r->scratch.n = 0;
		resolve_decode(iri_between(p, stop), &r->scratch);
		buf_check(r->messages, &r->scratch);
		const struct iri_str name = iri_contents(&r->scratch);
		const bool is_up = iri_is(name, "..");
		if (is_up && !depth)
			break;
		depth = is_up ? depth - 1 : depth + (name.n && !iri_is(name, "."));
		p = stop;
	}
	if (p >= end)
		return false;
	r->link.n = 0;
	for (size_t i = 0; i < new; i++)
		buf_add_text(&r->link, "../");
	iri_buf_add(&r->link, p, (size_t)(end - p));
	iri_buf_add(&r->link, tail.p, tail.n);
	buf_check(r->messages, &r->link);
	return true;
}

bool relink_reference(struct relinker *r, const struct origin *from, const struct origin *to, struct iri_str reference,
                      bool *failed)
{
	const struct resolve_target t = resolve_reference(&r->old, from, reference);
	struct destination wanted = {.what = FOUND_NOTHING};

	*failed = false;
	if (!t.written.n)
		return false;
	const struct iri_str tail = iri_between(t.written.p + t.written.n, reference.p + reference.n);
	/* A path that leaves the root can be a page of GitHub, which is not checked either. */
	if (t.outcome == OUTCOME_UNCHECKED || t.outcome == OUTCOME_OUTSIDE)
		return t.written.p == reference.p && relink_outside(r, from, to, t.written, tail);
	r->path.n = 0;
	struct iri_buf moved = {0};
	if (is_alive(&t)) {
		wanted.what = (int)t.file.what;
		wanted.is_by_site = t.is_by_site;
		if (!resolve_target_path(&t, &r->path)) {
			const struct iri_str path = path_without_slash(t.path);
			iri_buf_add(&r->path, path.p, path.n);
		}
		buf_check(r->messages, &r->path);
		relink_add_moved(r, iri_contents(&r->path), &moved);
		wanted.path = iri_contents(&moved);
	}
	struct relink l = {
		.relinker = r,
		.to = to,
		.prefix = {reference.p, (size_t)(t.written.p - reference.p)},
		.tail = tail,
		.kind = *t.written.p == '/' ? PATH_FROM_ROOT : PATH_RELATIVE,
		.style = {.is_ascii = memchr(t.written.p, '%', t.written.n),
		          .has_dot = to->is_component || iri_begins(t.written, "./"),
		          .is_folder = link_path_is_folder(t.written)},
		.wanted = &wanted,
	};
	for (size_t i = 0; i < r->old.tree->n_maps && l.prefix.n; i++)
		if (iri_same(r->old.tree->maps[i].iri, l.prefix))
			l.below = r->old.tree->maps[i].folder;
	bool is_changed = false;
	if (!leads_to(r, to, reference, &wanted)) {
		is_changed = find_link(&l, &t);
		*failed = !is_changed && wanted.what != FOUND_NOTHING;
	}
	iri_buf_free(&moved);
	return is_changed;
}

bool relink_name(struct relinker *r, const struct origin *from, const struct origin *to, struct iri_str name,
                 bool *failed)
{
	r->name.n = 0;
	resolve_add_name(name, &r->name);
	buf_check(r->messages, &r->name);
	if (!relink_reference(r, from, to, iri_contents(&r->name), failed))
		return false;
	r->name.n = 0;
	resolve_decode(iri_contents(&r->link), &r->name);
	r->link.n = 0;
	iri_buf_add(&r->link, r->name.p, r->name.n);
	buf_check(r->messages, &r->link);
	return true;
}

static size_t slashes_of(struct iri_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == '/';
	return n;
}

/*
 * Whether a pattern, which has a NUL behind it, can match the file, or a file in the folder, with this path. "*"
 * matches no "/", but "**" does.
 */
static bool can_match(const struct relinker *r, const char *pattern, struct iri_str path, bool is_folder)
{
	const size_t slashes = slashes_of(path);
	const char *end = strchr(pattern, '/');
	struct iri_buf first = {0};

	if (strstr(pattern, "**"))
		return true;
	if (!is_folder)
		return slashes == slashes_of(iri_str_of(pattern)) && glob_matches(pattern, stem_of(path));
	for (size_t i = 0; i < slashes && end; i++)
		end = strchr(end + 1, '/');
	if (!end)
		return false;
	iri_buf_add(&first, pattern, (size_t)(end - pattern));
	iri_buf_putc(&first, '\0');
	buf_check(r->messages, &first);
	const bool is_match = glob_matches(first.p, path);
	iri_buf_free(&first);
	return is_match;
}

/* Sets *out to where what the i-th move takes was before the first one. */
static void set_origin(const struct relinker *r, size_t i, struct iri_buf *out)
{
	struct iri_buf path = {0};

	out->n = 0;
	iri_buf_add(out, relink_moves(r)[i].old.p, relink_moves(r)[i].old.n);
	while (i--) {
		const struct move *const move = &relink_moves(r)[i];
		if (!path_is_below(iri_present(iri_contents(out)), move->new))
			continue;
		path.n = 0;
		iri_buf_add(&path, move->old.p, move->old.n);
		iri_buf_add(&path, out->p + move->new.n, out->n - move->new.n);
		out->n = 0;
		iri_buf_add(out, path.p, path.n);
	}
	out->failed |= path.failed;
	buf_check(r->messages, out);
	iri_buf_free(&path);
}

/*
 * Whether the pattern may not match a file of the folder after the moves that it matches now. self does not count: it
 * is the document that has the pattern.
 */
static bool loses_file(const struct relinker *r, struct iri_str self, struct iri_str folder, const char *pattern)
{
	struct iri_buf now = {0}, next = {0}, origin = {0};
	bool is_lost = false;

	iri_buf_add(&now, folder.p, folder.n);
	for (size_t i = 0; i < relink_count_moves(r) && !is_lost; i++) {
		const struct move *const move = &relink_moves(r)[i];
		const struct iri_str place = iri_contents(&now);
		if (path_is_below(place, move->old)) {
			next.n = 0;
			iri_buf_add(&next, move->new.p, move->new.n);
			iri_buf_add(&next, place.p + move->old.n, place.n - move->old.n);
			now.n = 0;
			iri_buf_add(&now, next.p, next.n);
		} else if (path_is_below(move->old, place)) {
			set_origin(r, i, &origin);
			const struct iri_str was = iri_contents(&origin);
			const bool is_folder = listing_find(&r->old.tree->listing, was).what == FOUND_FOLDER;
			is_lost = !iri_same(was, self) &&
			          can_match(r, pattern, rest_of(move->old, place), is_folder) &&
			          !(path_is_below(move->new, place) &&
			            can_match(r, pattern, rest_of(move->new, place), is_folder));
		}
	}
	now.failed |= next.failed;
	buf_check(r->messages, &now);
	iri_buf_free(&now);
	iri_buf_free(&next);
	iri_buf_free(&origin);
	return is_lost;
}

bool relink_pattern(struct relinker *r, const struct origin *from, const struct origin *to, struct iri_str pattern,
                    bool *failed)
{
	struct iri_buf folder = {0}, rest = {0};
	size_t n = 0;

	*failed = false;
	for (size_t i = 0; i < pattern.n && !strchr("*?[", pattern.p[i]); i++)
		n = pattern.p[i] == '/' ? i + 1 : n;
	const struct iri_str name = n ? (struct iri_str){pattern.p, n} : (struct iri_str){"./", 2};
	r->name.n = 0;
	resolve_add_name(name, &r->name);
	iri_buf_add(&rest, pattern.p + n, pattern.n - n);
	iri_buf_putc(&rest, '\0');
	buf_check(r->messages, &r->name);
	buf_check(r->messages, &rest);
	const struct resolve_target t = resolve_reference(&r->old, from, iri_contents(&r->name));
	bool is_changed = false;
	if (is_alive(&t) && t.file.what == FOUND_FOLDER) {
		if (!resolve_target_path(&t, &folder))
			iri_buf_add(&folder, path_without_slash(t.path).p, path_without_slash(t.path).n);
		buf_check(r->messages, &folder);
		is_changed = relink_name(r, from, to, name, failed);
		*failed = *failed || loses_file(r, from->path, iri_contents(&folder), rest.p);
	}
	if (is_changed) {
		iri_buf_add(&r->link, rest.p, rest.n - 1);
		buf_check(r->messages, &r->link);
	}
	iri_buf_free(&folder);
	iri_buf_free(&rest);
	return is_changed;
}

void relink_free(struct relinker *r)
{
	resolver_free(&r->old);
	resolver_free(&r->new);
	iri_buf_free(&r->moves.buf);
	iri_buf_free(&r->link);
	iri_buf_free(&r->path);
	iri_buf_free(&r->name);
	iri_buf_free(&r->scratch);
}
