/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "sites.h"

#include "cmd/base/text.h"
#include "cmd/base/space.h"
#include "cmd/file/paths.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A generator: the files that tell it, what it does, and its folders below that of the file */
static const struct generator_row {
	enum generator generator;
	const char *files[4];   /* paths; one that ends in "." is the beginning of a name */
	const char *needs[3];   /* a name that must stand beside the file, and perhaps a text in it; NULL after them */
	const char *key;        /* see value_of: of the line of the file that names the source folder; or NULL */
	const char *source;     /* the source folder; "" is the folder of the file itself */
	const char *folders[2]; /* more folders where paths that begin with "/" are looked for */
	unsigned flags;
	enum slug_dialect dialect;
} generators[] = {
	{GENERATOR_MKDOCS, {"mkdocs.yml", "mkdocs.yaml"}, {NULL}, "docs_dir", "docs", {NULL},
	 SITE_MD_IS_FILE | SITE_LABELS, SLUG_MKDOCS},
	{GENERATOR_MDBOOK, {"book.toml"}, {NULL}, "src", "src", {NULL}, SITE_MD_IS_FILE, SLUG_MDBOOK},
	{GENERATOR_HUGO, {"hugo.toml", "hugo.yaml", "hugo.json"}, {NULL}, NULL, "content", {"static", "assets"},
	 SITE_SILENT | SITE_CASELESS | SITE_LABELS | SITE_PAGES, SLUG_GITHUB},
	{GENERATOR_HUGO, {"config.toml", "config.yaml"}, {"content"}, NULL, "content", {"static", "assets"},
	 SITE_SILENT | SITE_CASELESS | SITE_LABELS | SITE_PAGES, SLUG_GITHUB},
	{GENERATOR_DOCSIFY, {"index.html"}, {"index.html", "$docsify"}, NULL, "", {NULL},
	 SITE_SILENT | SITE_FROM_TOP, SLUG_DOCSIFY},
	/* The same name as that of Jekyll's file */
	{GENERATOR_HEXO, {"_config.yml"}, {"_config.yml", "\nsource_dir:"}, "^source_dir", "source", {NULL},
	 SITE_SILENT | SITE_CASELESS | SITE_LABELS | SITE_PAGES, SLUG_HEXO},
	{GENERATOR_HEXO, {"_config.yml"}, {"package.json", "\"hexo\""}, "^source_dir", "source", {NULL},
	 SITE_SILENT | SITE_CASELESS | SITE_LABELS | SITE_PAGES, SLUG_HEXO},
	{GENERATOR_JEKYLL, {"_config.yml"}, {NULL}, "^source", "", {NULL},
	 SITE_SILENT | SITE_CASELESS | SITE_LABELS | SITE_PAGES, SLUG_GITHUB},
	{GENERATOR_DOCUSAURUS, {"docusaurus.config."}, {NULL}, NULL, "", {"static"},
	 SITE_SILENT | SITE_MD_IS_FILE | SITE_ABOVE, SLUG_GITHUB},
	/* The documents of many projects stand beside the folder of the site. */
	{GENERATOR_DOCUSAURUS, {"website/docusaurus.config."}, {"docs"}, NULL, "docs", {"website/static"},
	 SITE_SILENT | SITE_MD_IS_FILE | SITE_ABOVE, SLUG_GITHUB},
	{GENERATOR_VITEPRESS, {".vitepress"}, {NULL}, NULL, "", {"public"}, SITE_SILENT, SLUG_VITEPRESS},
	/* VuePress, from which VitePress has come */
	{GENERATOR_VITEPRESS, {".vuepress"}, {NULL}, NULL, "", {".vuepress/public"}, SITE_SILENT, SLUG_VITEPRESS},
	{GENERATOR_SPHINX, {"conf.py", "myst.yml"}, {NULL}, NULL, "", {NULL}, SITE_NAMES, SLUG_GITHUB},
	{GENERATOR_ELEVENTY, {".eleventy.js", "eleventy.config."}, {NULL}, NULL, "", {NULL},
	 SITE_SILENT | SITE_CASELESS | SITE_PAGES, SLUG_GITHUB},
	{GENERATOR_NEXT, {"next.config."}, {NULL}, NULL, "", {"public"}, SITE_SILENT | SITE_PAGES, SLUG_GITHUB},
	{GENERATOR_ASTRO, {"astro.config."}, {NULL}, NULL, "", {"public"}, SITE_SILENT | SITE_PAGES, SLUG_GITHUB},
	/* Whose routes are not known here; most of these have programs that make them. */
	{GENERATOR_OTHER, {"gatsby-config.", "gridsome.config.", "nuxt.config.", "svelte.config."}, {NULL}, NULL, "",
	 {"static", "public"}, SITE_SILENT | SITE_PAGES, SLUG_GITHUB},
	{GENERATOR_OTHER, {"_quarto.yml", "antora.yml", "pelicanconf.py", "zola.toml"}, {NULL}, NULL, "", {"static"},
	 SITE_SILENT | SITE_PAGES, SLUG_GITHUB},
	{GENERATOR_OTHER, {".gitbook.yaml", "mint.json", "rspress.config."}, {NULL}, NULL, "", {"public"},
	 SITE_SILENT | SITE_PAGES, SLUG_GITHUB},
};

enum { MOST_SUFFIX = 5 }; /* letters and digits of the suffix of a file */
enum { CONFIGURATION_BYTES = 64 * 1024 }; /* that are read of a file of configuration */

/* Returns the entry of a folder with this name or, if the name ends in ".", the first that begins with it. */
static struct listing_entry *entry_like(struct listing *l, struct folder *f, const char *name)
{
	const char *const slash = strchr(name, '/');

	if (slash) {
		const struct listing_found in = listing_below(l, f, iri_between(name, slash));
		return in.what == FOUND_FOLDER && in.folder != f ? entry_like(l, in.folder, slash + 1) : NULL;
	}
	const struct iri_str s = iri_str_of(name);
	struct listing_entry *const exact = listing_entry(l, f, s);

	if (exact || name[s.n - 1] != '.' || !strchr(name, '.'))
		return exact;
	for (size_t i = 0; i < f->n; i++)
		if (!strncmp(f->entries[i].name, name, s.n))
			return &f->entries[i];
	return NULL;
}

/* Joins a folder and a path below it. */
static struct iri_str join(struct listing *l, struct iri_str folder, struct iri_str path)
{
	struct iri_buf joined = {0};

	while (path.n >= 2 && path.p[0] == '.' && path.p[1] == '/')
		path = (struct iri_str){path.p + 2, path.n - 2};
	path = path_without_slash(path);
	if (iri_is(path, "."))
		path.n = 0;
	path_add(&joined, folder, path);
	buf_check(l->arena.messages, &joined);
	const struct iri_str copy = arena_copy(&l->arena, iri_contents(&joined));
	iri_buf_free(&joined);
	return copy;
}

/*
 * Returns the value of the first line "KEY = VALUE" or "KEY: VALUE" of a file, without quotation marks; or absent. The
 * line may be indented, unless "^" stands before the key.
 */
static struct iri_str value_of(struct iri_str text, const char *key)
{
	const char *p = text.p, *const end = p + text.n;
	const bool is_indented = *key != '^';

	key += !is_indented;
	for (; p < end; p++) {
		const char *const stop = iri_find_byte(p, end, '\n');
		while (is_indented && p < stop && is_space(*p))
			p++;
		const char *q = p + strlen(key);
		if (q < stop && !memcmp(p, key, strlen(key))) {
			while (q < stop && is_space(*q))
				q++;
			if (q < stop && (*q == '=' || *q == ':')) {
				for (q++; q < stop && (is_space(*q) || *q == '"' || *q == '\'');)
					q++;
				p = q;
				while (q < stop && !is_space(*q) && *q != '"' && *q != '\'' && *q != '#')
					q++;
				return iri_between(p, q);
			}
		}
		p = stop;
	}
	return (struct iri_str){0};
}

/* Appends the first CONFIGURATION_BYTES of a file, if it can be read. */
static void read_configuration(struct listing *l, const struct folder *f, const char *name, struct iri_buf *text)
{
	const struct listing_found found = listing_below(l, f, iri_str_of(name));
	const int fd = found.what == FOUND_FILE ? listing_open(l, &found) : -1;
	char *const p = fd < 0 ? NULL : iri_buf_reserve(text, CONFIGURATION_BYTES);

	if (p) {
		const ssize_t n = read(fd, p, CONFIGURATION_BYTES);
		text->n = n > 0 ? (size_t)n : 0;
	}
	if (fd >= 0)
		close(fd);
}

/* Returns the value of a key of a file of configuration, or an absent text. */
static struct iri_str configured(struct listing *l, struct folder *f, const char *name, const char *key)
{
	struct iri_buf text = {0};

	read_configuration(l, f, name, &text);
	const struct iri_str value = arena_copy(&l->arena, value_of(iri_present(iri_contents(&text)), key));
	iri_buf_free(&text);
	return value;
}

/* Whether a file of configuration has one of the texts, up to NULL. */
static bool configuration_has(struct listing *l, const struct folder *f, const char *name, const char *const *texts)
{
	struct iri_buf text = {0};
	bool has = false;

	read_configuration(l, f, name, &text);
	const struct iri_str s = iri_present(iri_contents(&text));
	for (; *texts && !has; texts++)
		has = text_find(s.p, s.p + s.n, *texts);
	iri_buf_free(&text);
	return has;
}

/* Whether a configuration in Python writes files, or has an extension of Sphinx that writes documents. */
static bool writes_files(struct listing *l, const struct folder *f, const char *name)
{
	static const char *const calls[] = {
		".write(", ".write_text(", "shutil.copy", "autoapi", "autodoc2", "sphinx_gallery", "apidoc", NULL,
	};

	return configuration_has(l, f, name, calls);
}

/* Whether what a generator needs is in a folder. */
static bool has_needs(struct listing *l, struct folder *f, const struct generator_row *row)
{
	if (row->needs[1])
		return configuration_has(l, f, row->needs[0], row->needs + 1);
	return !row->needs[0] || entry_like(l, f, row->needs[0]);
}

/* folder: the path below the root of the folder of its configuration */
static struct site *new_site(struct sites *s, const struct generator_row *row, struct iri_str folder,
                             struct iri_str source)
{
	struct site *const site = arena_take(&s->listing->arena, sizeof *site);

	*site = (struct site){.generator = row->generator, .flags = row->flags, .dialects = 1u << row->dialect,
	                      .source = join(s->listing, folder, source)};
	if (row->generator == GENERATOR_SPHINX)
		site->dialects |= 1u << SLUG_DOCUTILS;
	site->folders[0] = site->source;
	for (size_t i = 0; i < 2 && row->folders[i]; i++)
		site->folders[i + 1] =
			join(s->listing, folder, iri_str_of(row->folders[i]));
	return site;
}

/* Returns a set with one member: the first four bytes of a name, of which some share a bit. */
static uint64_t set_of_start(const char *name)
{
	uint32_t start = 0;

	for (size_t i = 0; i < 4 && name[i]; i++)
		start = start << 8 | (unsigned char)name[i];
	return UINT64_C(1) << (start * UINT32_C(0x9E3779B1) >> 26);
}

/* Returns the set of the starts of all names in a folder. */
static uint64_t set_of_starts(struct listing *l, struct folder *f)
{
	enum { MOST_NAMES = 256 }; /* more would set all bits */
	uint64_t set = 0;

	listing_entry(l, f, (struct iri_str){"", 0}); /* lists it */
	for (size_t i = 0; i < f->n && f->n <= MOST_NAMES; i++)
		set |= set_of_start(f->entries[i].name);
	return f->n <= MOST_NAMES ? set : UINT64_MAX;
}

/* Returns the site of the pages that mdBook has made. Links out of their folder lead to other books of the server. */
static const struct site *new_pages(struct sites *s, struct folder *f, const char *name)
{
	const struct iri_str folder = configured(s->listing, f, name, "build-dir");
	struct site *const pages = arena_take(&s->listing->arena, sizeof *pages);

	*pages = (struct site){.generator = GENERATOR_MDBOOK, .dialects = 1u << SLUG_MDBOOK,
	                       .source = join(s->listing, f->path, folder.p ? folder : iri_str_of("book"))};
	return pages;
}

/* Returns the site whose file of configuration is in this folder, or NULL. */
static const struct site *site_in(struct sites *s, struct folder *f)
{
	struct listing *const l = s->listing;
	const uint64_t starts = set_of_starts(l, f);

	for (size_t i = 0; i < sizeof generators / sizeof *generators; i++) {
		const struct generator_row *const row = &generators[i];
		struct listing_entry *e = NULL;
		/* All paths of the table have four bytes before their first "/". */
		for (size_t k = 0; k < 4 && row->files[k] && !e; k++)
			if (starts & set_of_start(row->files[k]))
				e = entry_like(l, f, row->files[k]);
		if (!e || !has_needs(l, f, row))
			continue;
		struct iri_str source = iri_str_of(row->source);
		if (row->key) {
			const struct iri_str named = configured(l, f, e->name, row->key);
			/* One that is not there, such as an absolute path, is that of another machine. */
			const bool is_there = named.p && listing_find(l, join(l, f->path, named)).what == FOUND_FOLDER;
			source = is_there ? named : source;
		}
		struct site *const site = new_site(s, row, f->path, source);
		if (row->generator == GENERATOR_MDBOOK)
			site->pages = new_pages(s, f, e->name);
		/* The function is named in Python; the one of PyMdown Extensions is nearly the only one in use. */
		if (row->generator == GENERATOR_MKDOCS && configured(l, f, e->name, "slugify").p)
			site->dialects |= 1u << SLUG_PYMDOWNX;
		if (row->generator == GENERATOR_DOCSIFY &&
		    iri_begins(iri_present(configured(l, f, e->name, "relativePath")), "true"))
			site->flags &= ~(unsigned)SITE_FROM_TOP;
		if (row->generator == GENERATOR_SPHINX && writes_files(l, f, e->name))
			site->flags |= SITE_MAKES;
		return site;
	}
	return NULL;
}

/* Returns the nearest site at or above the folder. Keeps it in the folder. */
static const struct site *nearest(struct sites *s, struct folder *f)
{
	static const struct site none;

	if (!f->site) {
		const struct site *site = site_in(s, f);
		if (!site)
			site = f->parent ? nearest(s, f->parent) : &none;
		f->site = (void *)site;
	}
	return f->site;
}

/* Whether a document of MDX stands in the folder. Keeps it there. */
static bool has_mdx(struct folder *f)
{
	for (size_t i = 0; i < f->n && !f->has_mdx; i++)
		if (path_ends_with(iri_str_of(f->entries[i].name), ".mdx"))
			f->has_mdx = 1;
	if (!f->has_mdx)
		f->has_mdx = -1;
	return f->has_mdx > 0;
}

/* Returns the site of all documents in a folder, with this path below the root; NULL for GENERATOR_NONE. */
static const struct site *forced_site(struct sites *s, enum generator generator, struct iri_str folder)
{
	const struct site *const *const known = s->forced_sites.item;
	const struct site *site = NULL;

	for (size_t i = 0; i < ARRAY_COUNT(s->forced_sites); i++)
		if (known[i]->generator == generator && iri_same(known[i]->source, folder))
			return known[i];
	for (size_t i = 0; !site && i < sizeof generators / sizeof *generators; i++)
		if (generators[i].generator == generator)
			site = new_site(s, &generators[i], folder, (struct iri_str){"", 0});
	if (site)
		ARRAY_ADD(s->forced_sites, &site);
	buf_check(s->listing->messages, &s->forced_sites.buf);
	return site;
}

/* Asks for the generator that settings name for a folder. *from: the path below the root of their folder */
static enum generator ask_settings(struct sites *s, const struct folder *f, struct iri_str *from)
{
	const struct root *const root = &s->listing->root;

	if (s->asked == f) { /* as in most cases: documents come folder by folder */
		*from = s->asked_from;
		return s->asked_generator;
	}
	s->path.n = 0;
	iri_buf_add(&s->path, root->path, root->n);
	if (f->path.n)
		iri_buf_putc(&s->path, '/');
	iri_buf_add(&s->path, f->path.p, f->path.n);
	buf_check(s->listing->messages, &s->path);
	const enum generator generator = s->of_folder(s->arg, iri_contents(&s->path), from);
	/* Settings above the root hold for all of it. */
	*from = from->n > root->n ? iri_between(from->p + root->n + 1, from->p + from->n) : (struct iri_str){"", 0};
	s->asked = f;
	s->asked_from = *from;
	s->asked_generator = generator;
	return generator;
}

const struct site *sites_find(struct sites *s, struct folder *folder)
{
	static const struct site unknown = {
		.flags = SITE_SILENT | SITE_MD_IS_FILE, .dialects = 1u << SLUG_GITHUB, .source = {"", 0},
	};
	struct iri_str from = {"", 0};
	enum generator generator = s->forced;

	if (generator == GENERATOR_AUTO && s->of_folder)
		generator = ask_settings(s, folder, &from);
	if (generator != GENERATOR_AUTO)
		return forced_site(s, generator, from);
	const struct site *const site = nearest(s, folder);
	if (site->generator != GENERATOR_AUTO && path_is_below(folder->path, site->source))
		return site;
	if (site->pages && path_is_below(folder->path, site->pages->source))
		return site->pages;
	return has_mdx(folder) ? &unknown : NULL;
}

/* Whether a folder has a name of the table. One that ends in "." is the beginning of the name of a script. */
static bool has_name(struct iri_buf *folder, const char *name)
{
	static const char *const ends[] = {"js", "ts", "mjs", "cjs", "mts", "cts"};
	const size_t n = folder->n, len = strlen(name);
	const bool is_start = name[len - 1] == '.';
	struct stat st;
	bool has = false;

	for (size_t i = 0; i < (is_start ? sizeof ends / sizeof *ends : 1) && !has; i++) {
		folder->n = n;
		iri_buf_putc(folder, '/');
		iri_buf_add(folder, name, len);
		buf_add_text(folder, is_start ? ends[i] : "");
		iri_buf_putc(folder, '\0');
		has = !folder->failed && lstat(folder->p, &st) == 0;
	}
	folder->n = n;
	return has;
}

/*
 * Whether a folder has a file of configuration, by its name, of a generator in whose usual source folder another one
 * is, whose path below it this is.
 */
static bool may_have(struct iri_buf *folder, struct iri_str below)
{
	for (size_t i = 0; i < sizeof generators / sizeof *generators; i++) {
		const struct generator_row *const row = &generators[i];
		/* What needs a text in a file is not known by names. */
		if (row->needs[1] || !path_is_below(below, iri_str_of(row->source)))
			continue;
		for (size_t k = 0; k < 4 && row->files[k]; k++)
			if (has_name(folder, row->files[k]) && (!row->needs[0] || has_name(folder, row->needs[0])))
				return true;
	}
	return false;
}

void sites_cut_root(char *path, const struct messages *m)
{
	const size_t all = strlen(path);
	struct iri_buf folder = {0};
	struct stat st;

	for (size_t n = all; n;) {
		folder.n = 0;
		iri_buf_add(&folder, path, n);
		iri_buf_putc(&folder, '\0');
		buf_check(m, &folder);
		if (stat(folder.p, &st) < 0 || (st.st_mode & (S_ISVTX | S_IWOTH)) == (S_ISVTX | S_IWOTH))
			break;
		folder.n--;
		if (may_have(&folder, iri_between(path + n + (n < all), path + all))) {
			path[n] = '\0';
			break;
		}
		do
			n--;
		while (n && path[n] != '/');
	}
	buf_check(m, &folder);
	iri_buf_free(&folder);
}

/* Keeps the folders that the root's .gitmodules names, in lines "path = NAME", with or without quotation marks. */
static void read_modules(struct sites *s)
{
	struct iri_buf text = {0};

	s->has_modules = true;
	read_configuration(s->listing, &s->listing->top, ".gitmodules", &text);
	buf_check(s->listing->messages, &text);
	const struct iri_str all = iri_present(iri_contents(&text));
	const char *p = all.p, *const end = p + all.n;
	for (const char *stop; p < end; p = stop + 1) {
		stop = iri_find_byte(p, end, '\n');
		const struct iri_str name = value_of(iri_between(p, stop), "path");
		if (name.n) {
			const struct iri_str folder = join(s->listing, (struct iri_str){"", 0}, name);
			ARRAY_ADD(s->modules, &folder);
		}
	}
	buf_check(s->listing->messages, &s->modules.buf);
	iri_buf_free(&text);
}

bool sites_in_submodule(struct sites *s, struct iri_str path)
{
	if (!s->has_modules)
		read_modules(s);
	const struct iri_str *const folders = s->modules.item;
	for (size_t i = 0; i < ARRAY_COUNT(s->modules); i++) {
		if (!path_is_below(path, folders[i]))
			continue;
		const struct listing_found found = listing_find(s->listing, folders[i]);
		/* If files are there, so is .git; but not in an archive. */
		const bool is_there = found.what == FOUND_FOLDER &&
		                      (listing_entry(s->listing, found.folder, iri_str_of(".git")) || found.folder->n);
		return !is_there;
	}
	return false;
}

/*
 * Whether the text is a tag of a language: en, pt-BR, zh-hans (RFC 5646); not a suffix of compressed files, and not a
 * word of three letters, as in a.min.html.
 */
static bool is_language(struct iri_str s)
{
	size_t first = 0;

	while (first < s.n && s.p[first] != '-')
		first++;
	for (size_t i = 0; i < s.n; i++)
		if (!(iri_lower(s.p[i]) >= 'a' && iri_lower(s.p[i]) <= 'z') &&
		    (i < first || !(s.p[i] == '-' || iri_is_digit(s.p[i]))))
			return false;
	return first == 2 && !iri_is(s, "br") && !iri_is(s, "gz") && !iri_is(s, "xz");
}

/* Whether a name goes on, after a page's own name, with the tag of a language and, if that had none, .html. */
static bool is_variant(const char *rest, bool has_html)
{
	bool has_language = false;

	while (*rest == '.') {
		const struct iri_str part = {rest + 1, strcspn(rest + 1, ".")};
		if (iri_is(part, "html") || iri_is(part, "htm") || iri_is(part, "xhtml"))
			has_html = true;
		else
			has_language |= is_language(part);
		rest = part.p + part.n;
	}
	return has_language && has_html;
}

struct iri_str sites_negotiated(struct listing *l, struct iri_str path)
{
	enum { MOST_NAMES = 64 }; /* that are looked at, so that many links take linear time */
	const struct iri_str folder = path_folder(path);
	const struct listing_found in = listing_find(l, folder);
	const struct iri_str name = iri_between(folder.n ? folder.p + folder.n + 1 : path.p, path.p + path.n);

	if (in.what != FOUND_FOLDER || !name.n || iri_find_byte(name.p, name.p + name.n, '/') < name.p + name.n)
		return (struct iri_str){"", 0};
	size_t i = listing_place(l, in.folder, name);
	const size_t last = in.folder->n - i > MOST_NAMES ? i + MOST_NAMES : in.folder->n;
	const bool has_html = path_ends_with(name, ".html") || path_ends_with(name, ".htm");
	for (; i < last && !strncmp(in.folder->entries[i].name, name.p, name.n); i++)
		if (is_variant(in.folder->entries[i].name + name.n, has_html))
			return iri_str_of(in.folder->entries[i].name);
	return (struct iri_str){"", 0};
}

/* Whether the text is the suffix of files that documentations link to, in any case. */
static bool is_file_suffix(struct iri_str s)
{
	static const char *const suffixes[] = {
		"avif", "bib", "bz2", "css", "csv", "gif", "gz", "htm", "html", "ico", "ipynb", "jpeg", "jpg", "js",
		"json", "md", "mp4", "pdf", "png", "po", "py", "rst", "svg", "tgz", "toml", "ts", "txt", "webm",
		"webp", "xml", "xz", "yaml", "yml", "zip", NULL,
	};

	for (const char *const *suffix = suffixes; *suffix; suffix++)
		if (iri_is_caseless(s, *suffix))
			return true;
	return false;
}

/*
 * Whether a path without "/" is the name of an object with two dots or more, as package.module.name. *suffix: what
 * follows the last dot
 */
static bool is_long_name(struct iri_str path, struct iri_str suffix)
{
	size_t dots = 0;

	for (size_t i = 0; i < path.n; i++) {
		const bool begins = !i || path.p[i - 1] == '.';
		dots += path.p[i] == '.';
		if (begins ? !iri_is_word_byte(path.p[i]) || iri_is_digit(path.p[i])
		           : !iri_is_word_byte(path.p[i]) && path.p[i] != '.')
			return false;
	}
	return dots >= 2 && suffix.n && !is_file_suffix(suffix);
}

bool sites_sphinx_name(struct iri_str path)
{
	const char *const end = path.p + path.n;
	const char *dot = end;
	bool has_upper = false, has_lower = false, has_line = false;

	for (const char *p = path.p; p < end; p++)
		dot = *p == '.' ? p : *p == '/' ? end : dot;
	if (dot == end || path_ends_with(path, ".html"))
		return true;
	for (const char *p = dot; p < end; p++) {
		has_upper |= iri_is_upper(*p);
		has_lower |= *p >= 'a' && *p <= 'z';
		has_line |= *p == '_';
	}
	/* What follows the last dot is longer than the suffix of a file, or has "_" or letters in both cases. */
	return iri_find_byte(path.p, end, '/') == end &&
	       (end - dot > 1 + MOST_SUFFIX || has_line || (has_upper && has_lower) ||
	        is_long_name(path, iri_between(dot + 1, end)));
}

bool sites_sphinx_document(struct iri_str path)
{
	static const char *const made[] = {"genindex", "modindex", "py-modindex", "search", NULL};
	const char *const end = path.p + path.n, *last = end;

	while (last > path.p && last[-1] != '/')
		last--;
	return last < end && iri_find_byte(last, end, '.') == end && !text_is_one_of(path, made);
}

void sites_free(struct sites *s)
{
	iri_buf_free(&s->forced_sites.buf);
	iri_buf_free(&s->modules.buf);
	iri_buf_free(&s->path);
}
