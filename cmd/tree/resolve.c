/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "resolve.h"

#include "folded.h"

#include "cmd/file/paths.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/*
 * Text
 */

void resolve_encode(struct iri_str text, bool is_ascii, struct iri_buf *out)
{
	const char *p = text.p, *const end = p + text.n;

	while (p < end) {
		uint32_t ch;
		const size_t n = iri_utf8_decode(p, end, &ch);
		const bool stays = n > 1 ? !is_ascii && iri_char_class(ch) & CHAR_UCSCHAR
		                         : n && (iri_byte_class(*p) & CHAR_UNRESERVED ||
		                                 (*p && strchr("!$&'*+,;=:@/", *p)));
		if (stays)
			iri_buf_add(out, p, n);
		else
			iri_pct_encode(out, (struct iri_str){p, n ? n : 1});
		p += n ? n : 1;
	}
}

void resolve_decode(struct iri_str text, struct iri_buf *out)
{
	const char *p = text.p, *const end = p + text.n;

	while (p < end) {
		const bool is_octet = *p == '%' && iri_is_pct(p, end);
		if (is_octet) {
			iri_buf_putc(out, (char)iri_pct_octet(p));
			p += 3;
			continue;
		}
		const char *const stop = iri_find_byte(p + 1, end, '%');
		iri_buf_add(out, p, (size_t)(stop - p));
		p = stop;
	}
}

/* Whether a slash or a NUL is percent-encoded, which no name has. */
static bool has_encoded_slash(struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;

	for (; (p = iri_find_byte(p, end, '%')) < end; p++)
		if (iri_is_pct(p, end) && (iri_pct_octet(p) == '/' || !iri_pct_octet(p)))
			return true;
	return false;
}

/* Whether a run of letters, digits, "_" and, if dots are allowed, "." and "-" stands between p and a `close`. */
static bool is_word_until(const char *p, const char *end, char close, bool dots)
{
	const char *const start = p;

	while (p < end && (iri_is_alphanumeric(*p) || *p == '_' || (dots && (*p == '.' || *p == '-'))))
		p++;
	return p > start && p < end && *p == close;
}

/* Whether the reference begins as only a template does. */
static bool begins_template(struct iri_str s)
{
	return s.n && (*s.p == '{' || *s.p == ':' || *s.p == '@' || *s.p == '$');
}

/* Whether the reference is a template, which other software fills in. */
static bool is_template(struct iri_str s)
{
	const char *const end = s.p + s.n;

	if (begins_template(s))
		return true;
	for (const char *p = s.p; p < end; p++) {
		/* Most characters of links are between these two. */
		if (*p >= '-' && *p <= 'z' && *p != '<')
			continue;
		if (*p != '{' && *p != '}' && *p != '<' && *p != '$' && *p != '%')
			continue;
		const char next = end - p >= 2 ? p[1] : '\0';
		if ((*p == '{' && (strchr("{%#", next) ? next : 0)) || (*p == '}' && next == '}') ||
		    (*p == '<' && next == '%') || (*p == '$' && next == '{') ||
		    (*p == '{' && is_word_until(p + 1, end, '}', true)) ||
		    (*p == '%' && !iri_is_pct(p, end) && is_word_until(p + 1, end, '%', false)))
			return true;
	}
	return false;
}

/* Whether a segment of a path after the first one is empty or begins with a dot. A "/" at the end begins none. */
static bool has_bare_segment(const char *p, const char *end)
{
	while ((p = iri_find_byte(p, end, '/')) < end)
		if (++p < end && (*p == '/' || *p == '.'))
			return true;
	return false;
}

/*
 * Appends the path to r->path, which holds a folder, and removes dot segments from the whole. Returns false if they
 * leave the root; then *rest is what follows them. A "/" at the end stays.
 */
static bool resolve_add_path(struct resolver *r, struct iri_str path, struct iri_str *rest)
{
	const char *p = path.p, *const end = p + path.n;
	struct iri_buf *const out = &r->path;
	bool may_be_plain = true;

	while (p < end) {
		/* Most paths have such segments only at their start. */
		may_be_plain = may_be_plain && (*p == '.' || *p == '/' || !has_bare_segment(p, end));
		if (may_be_plain && *p != '.' && *p != '/') {
			if (out->n)
				iri_buf_putc(out, '/');
			iri_buf_add(out, p, (size_t)(end - p));
			return true;
		}
		const struct iri_str name = iri_between(p, iri_find_byte(p, end, '/'));
		const bool is_last = name.p + name.n == end;
		p += name.n + 1;
		if (iri_is(name, "..")) {
			if (!out->n) {
				*rest = p < end ? iri_between(p, end) : (struct iri_str){"", 0};
				return false;
			}
			while (out->n && out->p[--out->n] != '/')
				continue;
		} else if (name.n && !iri_is(name, ".")) {
			if (out->n)
				iri_buf_putc(out, '/');
			iri_buf_add(out, name.p, name.n);
			if (!is_last && p == end)
				iri_buf_putc(out, '/');
		}
	}
	return true;
}

/* Sets r->path to a folder. */
static void set_folder(struct resolver *r, struct iri_str folder)
{
	r->path.n = 0;
	iri_buf_add(&r->path, folder.p, folder.n);
}

/* Whether what follows dot segments out of the repository is one of its pages on GitHub. */
static bool is_github_page(struct iri_str rest)
{
	static const char *const pages[] = {
		"issues", "pulls", "pull", "wiki", "discussions", "releases", "tree", "blob", "graphs", "actions",
		"compare", "commits", "commit", "labels", "milestones", "security", "stargazers", "network", NULL,
	};

	while (iri_begins(rest, "../"))
		rest = (struct iri_str){rest.p + 3, rest.n - 3};
	rest.n = (size_t)(iri_find_byte(rest.p, rest.p + rest.n, '/') - rest.p);
	for (const char *const *page = pages; *page; page++)
		if (iri_is(rest, *page))
			return true;
	return false;
}

/*
 * Lookups. Each sets *t if the path, which is below the root, leads to something.
 */

static bool set_found(struct resolve_target *t, struct listing_found found, enum outcome outcome)
{
	if (found.what == FOUND_NOTHING)
		return false;
	t->file = found;
	t->outcome = found.what == FOUND_FILE && found.is_before_end ? OUTCOME_SLASH : outcome;
	return true;
}

/* Whether this is a folder, but the reference names a file. */
static bool is_other_kind(const struct origin *from, struct listing_found found)
{
	return from->names_file && found.what == FOUND_FOLDER;
}

static bool find_exact(struct resolver *r, const struct origin *from, struct resolve_target *t)
{
	const struct listing_found found = listing_find(&r->tree->listing, iri_contents(&r->path));

	return !is_other_kind(from, found) && set_found(t, found, OUTCOME_ALIVE);
}

/* Whether two texts are equal in NFC. */
static bool is_same_in_nfc(struct resolver *r, struct iri_str a, struct iri_str b)
{
	struct iri_buf other = {0};

	r->scratch.n = 0;
	folded_add(a, false, &r->scratch);
	folded_add(b, false, &other);
	buf_check(r->tree->lines->messages, &other);
	buf_check(r->tree->lines->messages, &r->scratch);
	const bool is_same = iri_same(iri_contents(&r->scratch), iri_contents(&other));
	iri_buf_free(&other);
	return is_same;
}

static bool find_folded(struct resolver *r, const struct origin *from, struct resolve_target *t)
{
	r->actual.n = 0;
	const struct listing_found found = folded_find(&r->tree->listing, iri_contents(&r->path), &r->actual);
	const struct iri_str path = path_without_slash(iri_contents(&r->path));

	if (is_other_kind(from, found) || !set_found(t, found, OUTCOME_CASE))
		return false;
	t->actual = iri_contents(&r->actual);
	if (t->outcome == OUTCOME_CASE && is_same_in_nfc(r, path, t->actual))
		t->outcome = OUTCOME_FORM;
	return true;
}

/* Finds what a path of a page leads to, and sets r->actual to its path. In some sites, case does not matter. */
static struct listing_found find_served(struct resolver *r, const struct origin *from, struct iri_str path)
{
	struct listing *const l = &r->tree->listing;
	struct listing_found found;

	r->actual.n = 0;
	if (from->site && from->site->flags & SITE_CASELESS) {
		found = folded_find(l, path, &r->actual);
	} else {
		found = listing_find(l, path);
		iri_buf_add(&r->actual, path.p, path.n);
	}
	buf_check(r->tree->lines->messages, &r->actual);
	return found;
}

/* Finds a route: the first n bytes of the path, and then `end`. */
static bool find_route(struct resolver *r, const struct origin *from, size_t n, const char *end,
                       struct resolve_target *t)
{
	r->scratch.n = 0;
	iri_buf_add(&r->scratch, r->path.p, n);
	iri_buf_add(&r->scratch, end, strlen(end));
	buf_check(r->tree->lines->messages, &r->scratch);
	struct iri_str path = iri_contents(&r->scratch);
	while (path.n && *path.p == '/')
		path = (struct iri_str){path.p + 1, path.n - 1};
	if (!set_found(t, find_served(r, from, path), OUTCOME_ROUTE))
		return false;
	t->actual = iri_contents(&r->actual);
	return true;
}

const char *const resolve_index_names[] = {
	"README.md", "index.md", "_index.md", "index.html", "index.htm", "readme.md", "Readme.md", "index.mdx",
	"index.rst", NULL,
};

/* Finds a route: the first n bytes of the path, and then one of the ends. folder: where it leads */
static bool find_ends(struct resolver *r, const struct origin *from, const struct listing_found *folder, size_t n,
                      struct resolve_target *t)
{
	static const char *const ends[] = {".md", ".html", ".markdown", ".mdx", ".htm", ".njk", ".rst", ".adoc",
	                                   ".ipynb", ".astro", ".vue", ".tsx", NULL};
	const size_t start = path_folder((struct iri_str){r->path.p, n}).n;

	/* Most paths are those of no page: then one search takes the place of one for each end. */
	r->scratch.n = 0;
	iri_buf_add(&r->scratch, r->path.p + start + (start > 0), n - start - (start > 0));
	iri_buf_putc(&r->scratch, '.');
	buf_check(r->tree->lines->messages, &r->scratch);
	if (folder->what == FOUND_FOLDER &&
	    !folded_begins(&r->tree->listing, folder->folder, iri_contents(&r->scratch)))
		return false;
	for (const char *const *end = ends; *end; end++)
		if (find_route(r, from, n, *end, t))
			return true;
	return false;
}

/* Finds the file that a generator makes the page of r->path from. */
static bool find_page(struct resolver *r, const struct origin *from, struct resolve_target *t)
{
	const struct iri_str path = path_without_slash(iri_contents(&r->path));
	const bool is_md = path_ends_with(path, ".md"), is_html = path_ends_with(path, ".html");
	const size_t stem = path.n - (is_md ? 3 : is_html ? 5 : 0);
	const bool is_index = is_html && path_ends_with((struct iri_str){path.p, stem}, "index") &&
	                      (stem == 5 || path.p[stem - 6] == '/');

	/* Most of the pages that are not found lie in folders that are not there. */
	const struct listing_found folder = find_served(r, from, path_folder(path));
	const bool has_folder = folder.what != FOUND_NOTHING && folder.what != FOUND_FILE;
	if (!has_folder)
		return is_index && stem > 6 && find_route(r, from, stem - 6, ".md", t);
	if (from->site && from->site->flags & SITE_CASELESS && find_route(r, from, path.n, "", t))
		return true;
	if (find_ends(r, from, &folder, path.n, t) || (stem < path.n && find_ends(r, from, &folder, stem, t)))
		return true;
	if (is_index)
		for (const char *const *name = resolve_index_names; *name; name++)
			if (find_route(r, from, stem - 5, *name, t))
				return true;
	return is_index && stem > 6 && find_route(r, from, stem - 6, ".md", t);
}

/*
 * Finds a file by a path that begins with a name: below a folder above that of the document, in its site. Which of
 * these folders have the documents is said in JavaScript, which is not read; so each counts.
 */
static bool find_above(struct resolver *r, const struct origin *from, struct iri_str decoded, struct resolve_target *t)
{
	struct iri_str rest, folder = path_folder(from->path);
	bool found = false;

	if (iri_begins(decoded, "./") || iri_begins(decoded, "../"))
		return false;
	while (!found && folder.n > from->site->source.n) {
		folder = path_folder(folder);
		set_folder(r, folder);
		found = resolve_add_path(r, decoded, &rest) && find_exact(r, from, t);
		buf_check(r->tree->lines->messages, &r->path);
	}
	return found;
}

/* Finds the page, also relative to the URL "dir/name/" that a document dir/name.md gets, and to the source folder. */
static bool find_by_site(struct resolver *r, const struct origin *from, struct iri_str decoded, bool is_absolute,
                         struct resolve_target *t)
{
	struct iri_str rest;
	const char *const dot = strrchr(from->file.entry->name, '.');

	const bool is_md = from->site && from->site->flags & SITE_MD_IS_FILE && path_ends_with(decoded, ".md");

	if (!is_md && find_page(r, from, t))
		return true;
	if (!from->site || is_absolute)
		return false;
	if (from->site->flags & SITE_ABOVE && find_above(r, from, decoded, t))
		return true;
	if (is_md)
		return false;
	set_folder(r, (struct iri_str){from->path.p, from->path.n - (dot ? strlen(dot) : 0)});
	if (resolve_add_path(r, decoded, &rest) && (find_exact(r, from, t) || find_page(r, from, t))) {
		t->outcome = OUTCOME_ALIVE;
		return true;
	}
	set_folder(r, from->site->source);
	if (resolve_add_path(r, decoded, &rest) && (find_exact(r, from, t) || find_page(r, from, t))) {
		t->outcome = OUTCOME_ALIVE;
		return true;
	}
	return false;
}

/* Finds a path that begins with "/": in the folders of the site, then below the root. Leaves that one in r->path. */
static bool find_absolute(struct resolver *r, const struct origin *from, struct iri_str decoded,
                          struct resolve_target *t)
{
	struct iri_str rest;

	for (size_t i = 0; from->site && i < 3 && from->site->folders[i].p; i++) {
		set_folder(r, from->site->folders[i]);
		if (!resolve_add_path(r, decoded, &rest))
			continue;
		t->is_by_site = !find_exact(r, from, t);
		if (!t->is_by_site || find_page(r, from, t))
			return true;
	}
	r->path.n = 0;
	t->is_by_site = false;
	if (!resolve_add_path(r, decoded, &rest) || !find_exact(r, from, t))
		return false;
	/* A folder beside a site is none of its pages, though a route can have the same name. */
	if (t->file.what == FOUND_FOLDER && from->site && from->site->flags & SITE_SILENT)
		t->outcome = OUTCOME_UNCHECKED;
	return true;
}

/* Whether a document is a style sheet of Sphinx, which stands beside those of the theme and of extensions later. */
static bool is_theme_sheet(const struct origin *from)
{
	static const char folder[] = "_static/";
	const struct iri_str path = from->path;
	const char *const p = text_find(path.p, path.p + path.n, folder);

	return p && (p == path.p || p[-1] == '/') && tree_format(from->file.entry) == FORMAT_CSS;
}

/* Finds a page in one language, from which a server chooses. */
static bool find_negotiated(struct resolver *r, struct resolve_target *t)
{
	const struct iri_str path = iri_contents(&r->path);
	const struct iri_str name = sites_negotiated(&r->tree->listing, path);

	if (!name.n)
		return false;
	r->actual.n = 0;
	path_add(&r->actual, path_folder(path), name);
	buf_check(r->tree->lines->messages, &r->actual);
	t->actual = iri_contents(&r->actual);
	return true;
}

/* Whether a path that was not found can be one that the site makes, or that comes from another site. */
static bool may_be_route(const struct resolver *r, const struct origin *from, struct iri_str path, bool is_absolute)
{
	if (!from->site)
		return false;
	if (from->site->flags & SITE_SILENT &&
	    (is_absolute || !(path_ends_with(path, ".md") || path_ends_with(path, ".mdx") ||
	                      path_ends_with(path, ".markdown"))))
		return true;
	if (from->site->flags & SITE_NAMES && !(from->names_file && sites_sphinx_document(path)) &&
	    (sites_sphinx_name(path) || is_theme_sheet(from)))
		return true;
	return !path_is_below(iri_contents(&r->path), from->site->source);
}

/* Whether a template of issues links to a page of GitHub, as ../issues: it is shown beside these. */
static bool is_on_github(const struct origin *from, struct iri_str path)
{
	static const char folder[] = ".github/";

	return iri_begins(from->path, folder) && iri_begins(path, "../") && is_github_page(path);
}

/* Finds a relative path below the source folder, where the links of some sites begin. */
static bool find_from_top(struct resolver *r, const struct origin *from, struct iri_str decoded,
                          struct resolve_target *t)
{
	struct iri_str rest;

	if (!from->site || !(from->site->flags & SITE_FROM_TOP) ||
	    iri_same(path_folder(from->path), from->site->source))
		return false;
	set_folder(r, from->site->source);
	t->is_by_site = resolve_add_path(r, decoded, &rest) && (find_exact(r, from, t) || find_page(r, from, t));
	return t->is_by_site;
}

/* Returns the key of r->routes: a path that begins with "/", and its site. What it means depends on nothing else. */
static struct iri_str route_of(struct resolver *r, const struct site *site, struct iri_str written)
{
	r->scratch.n = 0;
	iri_buf_add(&r->scratch, (const char *)&site, sizeof site);
	iri_buf_add(&r->scratch, written.p, written.n);
	buf_check(r->tree->lines->messages, &r->scratch);
	return iri_contents(&r->scratch);
}

/* Remembers that a path may be a route. Pages of generated documentation have the same links to them by the hundred. */
static void keep_route(struct resolver *r, const struct site *site, struct iri_str written)
{
	enum { MOST_ROUTES = 16 * 1024, MOST_LENGTH = 256 };

	if (written.n < MOST_LENGTH && r->routes.n < MOST_ROUTES &&
	    iri_texts_add(&r->routes, route_of(r, site, written)) == IRI_TEXTS_NONE)
		message_die(r->tree->lines->messages, NULL, "out of memory");
}

/* Resolves a path. is_mapped: it is below a folder that --site names, which r->path holds */
static void resolve_path(struct resolver *r, const struct origin *from, struct iri_str written, bool is_mapped,
                         struct resolve_target *t)
{
	const struct messages *const m = r->tree->lines->messages;
	const bool is_absolute = !is_mapped && *written.p == '/';
	struct iri_str rest;

	t->written = written;
	/* The files of Sphinx can depend on the document, too: see is_theme_sheet. */
	const bool is_lasting = is_absolute && from->site && !(from->site->flags & SITE_NAMES) && !from->names_file;
	if (is_lasting && r->routes.n &&
	    iri_texts_find(&r->routes, route_of(r, from->site, written)) != IRI_TEXTS_NONE)
		return;
	t->outcome = OUTCOME_DEAD;
	r->decoded.n = 0;
	const bool is_encoded = memchr(written.p, '%', written.n);
	if (is_encoded)
		resolve_decode(written, &r->decoded);
	buf_check(m, &r->decoded);
	const struct iri_str path = is_encoded ? iri_contents(&r->decoded) : written;
	const bool is_impossible = is_encoded && has_encoded_slash(written);
	bool done = is_impossible;
	if (is_absolute) {
		done = done || find_absolute(r, from, path, t);
		if (!done && !r->path.n) {
			t->outcome = OUTCOME_OUTSIDE;
			done = true;
		}
	} else {
		done = done || (!is_mapped && find_from_top(r, from, path, t));
		if (!is_mapped && !done)
			set_folder(r, path_folder(from->base.p ? from->base : from->path));
		if (!done && !resolve_add_path(r, path, &rest)) {
			t->outcome = is_github_page(rest) ? OUTCOME_UNCHECKED : OUTCOME_OUTSIDE;
			done = true;
		}
		done = done || find_exact(r, from, t);
	}
	buf_check(m, &r->path);
	if (!done && find_folded(r, from, t)) {
		const bool is_caseless = from->site && from->site->flags & SITE_CASELESS;
		t->outcome = t->outcome == OUTCOME_CASE && is_caseless ? OUTCOME_ALIVE : t->outcome;
		done = true;
	}
	if (!done) {
		struct iri_buf kept = {0};
		iri_buf_add(&kept, r->path.p, r->path.n);
		buf_check(m, &kept);
		done = t->is_by_site = find_by_site(r, from, path, is_absolute, t);
		r->path.n = 0;
		iri_buf_add(&r->path, kept.p, kept.n);
		buf_check(m, &r->path);
		iri_buf_free(&kept);
	}
	if (t->outcome == OUTCOME_ROUTE && from->site)
		t->outcome = OUTCOME_ALIVE;
	if (!done && (may_be_route(r, from, path, is_absolute) || is_on_github(from, path) ||
	              sites_in_submodule(&r->tree->sites, iri_contents(&r->path))))
		t->outcome = OUTCOME_UNCHECKED;
	if (t->outcome == OUTCOME_DEAD && !from->site && find_negotiated(r, t))
		t->outcome = OUTCOME_NEGOTIATED;
	if (is_lasting && t->outcome == OUTCOME_UNCHECKED)
		keep_route(r, from->site, written);
	if (is_impossible)
		r->path.n = 0; /* no file has such a name */
	t->path = iri_contents(&r->path);
}

/* The parts of a reference that is not remote */
struct local_parts {
	struct iri_str written; /* the path */
	bool has_query;
	bool is_mapped;         /* see resolve_path */
};

/* Does the work of resolve_reference; t: has the fragment */
static void resolve_parts(struct resolver *r, const struct origin *from, const struct local_parts *parts,
                          struct resolve_target *t)
{
	const struct iri_str written = parts->written;

	if (from->base.p && (!from->base.n || !written.n || *written.p == '/'))
		return;
	if (!written.n) {
		if (parts->has_query || parts->is_mapped)
			return;
		t->outcome = OUTCOME_ALIVE;
		t->file = from->file;
		t->path = from->path;
		return;
	}
	if (!parts->is_mapped && *written.p == '/' && from->is_html && !r->tree->has_root)
		return;
	resolve_path(r, from, written, parts->is_mapped, t);
}

/* Whether the reference is that of a tab of a page, not of an anchor. */
static bool is_tab(struct iri_str reference)
{
	return iri_begins(reference, "#tab/");
}

struct resolve_target resolve_reference(struct resolver *r, const struct origin *from, struct iri_str reference)
{
	struct resolve_target t = {.outcome = OUTCOME_UNCHECKED};
	struct local_parts parts = {.is_mapped = false};

	r->path.n = 0;
	for (size_t i = 0; i < r->tree->n_maps && !parts.is_mapped; i++) {
		const struct tree_map *const map = &r->tree->maps[i];
		parts.is_mapped = reference.n >= map->iri.n && !memcmp(reference.p, map->iri.p, map->iri.n);
		if (parts.is_mapped) {
			set_folder(r, map->folder);
			reference = (struct iri_str){reference.p + map->iri.n, reference.n - map->iri.n};
		}
	}
	const char *const end = reference.p + reference.n, *const hash = iri_find_byte(reference.p, end, '#');
	const char *const query = iri_find_byte(reference.p, hash, '?');
	const char *const colon = iri_find_byte(reference.p, query, ':');

	if (hash < end)
		t.fragment = iri_between(hash + 1, end);
	const bool has_scheme = colon < query && iri_is_scheme(reference.p, colon);
	const bool is_remote = !parts.is_mapped && (has_scheme || iri_begins(reference, "//"));
	if (is_remote || is_tab(reference) || is_template(reference))
		return t;
	parts.written = iri_between(reference.p, query);
	parts.has_query = query < hash;
	resolve_parts(r, from, &parts, &t);
	return t;
}

void resolve_add_name(struct iri_str name, struct iri_buf *out)
{
	for (const char *p = name.p, *const end = p + name.n; p < end; p++)
		if (strchr("%?#:@${}<", *p))
			iri_pct_encode(out, (struct iri_str){p, 1});
		else
			iri_buf_putc(out, *p);
}

struct resolve_target resolve_name(struct resolver *r, struct origin *from, struct iri_str name)
{
	r->name.n = 0;
	resolve_add_name(name, &r->name);
	buf_check(r->tree->lines->messages, &r->name);
	from->names_file = true;
	const struct resolve_target t = resolve_reference(r, from, iri_contents(&r->name));
	from->names_file = false;
	return t;
}

struct resolve_target resolve_parsed(struct resolver *r, const struct origin *from, const struct iri_ref *ref)
{
	struct resolve_target t = {.outcome = OUTCOME_UNCHECKED, .fragment = ref->fragment};
	const struct local_parts parts = {.written = ref->path, .has_query = ref->query.p};

	if (r->tree->n_maps)
		return resolve_reference(r, from, ref->text);
	r->path.n = 0;
	/* A valid reference has none of the characters of templates but at its start. */
	if (!ref->scheme.p && !ref->authority.p && !is_tab(ref->text) && !begins_template(ref->text))
		resolve_parts(r, from, &parts, &t);
	return t;
}

bool resolve_plain(struct resolver *r, const struct origin *from, const struct iri_ref *ref, struct iri_str *path)
{
	const struct iri_str written = ref->path;
	struct iri_str rest;

	if (!written.n || *written.p == '/' || ref->scheme.p || ref->authority.p || ref->query.p || r->tree->n_maps ||
	    from->base.p || (from->site && from->site->flags & SITE_FROM_TOP) || begins_template(written) ||
	    memchr(written.p, '%', written.n))
		return false;
	set_folder(r, path_folder(from->path));
	const bool is_below = resolve_add_path(r, written, &rest);
	buf_check(r->tree->lines->messages, &r->path);
	*path = iri_contents(&r->path);
	return is_below;
}

bool resolve_target_path(const struct resolve_target *target, struct iri_buf *path)
{
	const struct listing_found *const found = &target->file;

	if ((target->outcome != OUTCOME_ALIVE && target->outcome != OUTCOME_ROUTE) ||
	    (found->what != FOUND_FILE && found->what != FOUND_FOLDER))
		return false;
	found_add_path(found, path);
	return true;
}

void resolver_free(struct resolver *r)
{
	iri_buf_free(&r->path);
	iri_buf_free(&r->actual);
	iri_buf_free(&r->scratch);
	iri_buf_free(&r->decoded);
	iri_buf_free(&r->name);
	iri_buf_free(&r->origin);
	iri_buf_free(&r->base);
	iri_texts_free(&r->routes);
}
