/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "tree.h"

#include "lib/base/str.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

unsigned tree_find_word(const char *list, unsigned count, struct iri_str word)
{
	unsigned number = 0;

	while (number < count && !(strcspn(list, "|") == word.n && !strncmp(list, word.p, word.n))) {
		list += strcspn(list, "|");
		list += *list == '|';
		number++;
	}
	return number;
}

static const char *take_generator(void *options, const char *arg)
{
	struct tree_options *const o = options;
	const struct iri_str word = iri_str_of(arg);
	const unsigned number = tree_find_word(GENERATOR_WORDS, GENERATORS, word);

	if (number == GENERATORS) {
		struct similar s = {.word = word};
		similar_add(&s, GENERATOR_WORDS);
		return options_unknown(&o->refusal, "generator", &s, NULL);
	}
	o->generator = (enum generator)number;
	o->has_generator = true;
	return NULL;
}

static const char *take_site(void *options, const char *arg)
{
	struct tree_options *const o = options;
	const char *const equals = strrchr(arg, '=');

	if (!equals || equals == arg)
		return "--site takes IRI=DIR: --site=https://docs.example.org/=docs";
	const struct tree_map map = {iri_between(arg, equals), {equals + 1, strlen(equals + 1)}};
	iri_buf_add(&o->maps, (const char *)&map, sizeof map);
	return o->maps.failed ? "out of memory" : NULL;
}

const struct option_row tree_option_rows[] = {
	{0, "root", "DIR", "what '/' means in local links, and what may be\n"
         "read; default: the git repository of the first\n"
         "file, or its folder", TEXT_OF(struct tree_options, root)},
	{0, "site", "IRI=DIR", "links that begin with IRI are local, below DIR;\nrepeatable", .take = take_site},
	{0, "generator", "NAME", "how links are routed: auto (default; as files of\n"
         "configuration tell), none, astro, docusaurus,\n"
         "eleventy, hugo, jekyll, mdbook, mkdocs, next,\n"
         "sphinx, vitepress", .take = take_generator, .in_file = true},
	{0},
};

bool tree_has_options(const struct tree_options *o)
{
	return o->root || o->maps.n || o->generator != GENERATOR_AUTO;
}

void tree_options_free(struct tree_options *o)
{
	iri_buf_free(&o->maps);
	iri_buf_free(&o->refusal);
}

/* Makes the folders of --site paths below the root. Ends the program if one is not below it. */
static void place_maps(struct tree *t, const struct messages *m, struct tree_map *maps, size_t n)
{
	struct iri_buf path = {0}, name = {0};

	for (size_t i = 0; i < n; i++) {
		name.n = path.n = 0;
		iri_buf_add(&name, maps[i].folder.p, maps[i].folder.n);
		iri_buf_add(&name, "/.", sizeof "/.");
		buf_check(m, &name);
		if (!root_below(&t->listing.root, name.p, &path))
			options_refuse(m, "--site", "the folder is not below the root");
		buf_check(m, &path);
		path.n -= path.n >= 2 ? 2 : 1; /* "/." */
		maps[i].folder = arena_copy(&t->listing.arena, iri_contents(&path));
	}
	iri_buf_free(&name);
	iri_buf_free(&path);
	t->maps = maps;
	t->n_maps = n;
}

bool tree_open(struct tree *t, struct messages *m, struct tree_options *o, const char *operand)
{
	struct listing *const l = &t->listing;

	l->messages = m;
	l->arena.messages = m;
	l->root.fd = -1;
	t->sites = (struct sites){.listing = l, .forced = o->generator};
	t->has_root = o->root;
	const char *const root = o->root ? o->root : root_find(&l->arena, operand);
	if (!root && root_is_missing())
		return false;
	if (!root || !root_open(&l->root, &l->arena, root))
		message_die(m, root ? root : operand, strerror(errno));
	place_maps(t, m, (void *)o->maps.p, o->maps.n / sizeof(struct tree_map));
	return true;
}

unsigned tree_dialects(struct tree *t, struct folder *f)
{
	if (t->dialects)
		return t->dialects;
	const struct site *const site = sites_find(&t->sites, f);
	return site ? site->dialects : 1u << SLUG_GITHUB;
}

enum document_format tree_format(struct entry *e)
{
	/* Many links ask for the same file. */
	if (!e->format)
		e->format = (unsigned char)(1 + format_of_name(e->name));
	return (enum document_format)(e->format - 1);
}

void tree_keep_format(struct entry *e, const char *name, enum document_format format)
{
	const char *const slash = strrchr(name, '/');

	if (!strcmp(slash ? slash + 1 : name, e->name))
		e->format = (unsigned char)(1 + format);
}

static bool tree_is_html(const struct found *file)
{
	return format_is_html(tree_format(file->entry));
}

void tree_store(struct tree *t, const struct found *file, const struct anchors *a)
{
	struct arena *const arena = &t->listing.arena;
	struct tree_document *const d = arena_take(arena, sizeof *d);
	const struct site *const site = sites_find(&t->sites, file->folder);
	const bool from_elsewhere = site && ((site->flags & SITE_PAGES && !a->has_heading) ||
	                                     (site->flags & SITE_NAMES && a->has_directive));

	*d = (struct tree_document){
		.n = a->hashes.n / sizeof(uint64_t),
		.n_folded = a->folded.n / sizeof(uint64_t),
		.is_opaque = a->is_opaque || from_elsewhere,
	};
	if (d->n) {
		uint64_t *const copy = arena_take(arena, a->hashes.n + a->folded.n);
		memcpy(copy, a->hashes.p, a->hashes.n);
		if (d->n_folded)
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

/* In front of the path and the hashes of a document that tree_save has written */
struct saved_document {
	size_t path, n, n_folded;
	size_t is_opaque;
};

void tree_save(const struct found *file, struct iri_buf *out)
{
	const struct tree_document *const d = file->entry->document;
	struct saved_document head = {0, d->n, d->n_folded, d->is_opaque};
	const size_t start = out->n;

	iri_buf_add(out, (const char *)&head, sizeof head);
	found_add_path(file, out);
	iri_buf_add(out, (const char *)d->hashes, d->n * sizeof *d->hashes);
	iri_buf_add(out, (const char *)d->folded, d->n_folded * sizeof *d->folded);
	if (out->failed)
		return;
	head.path = out->n - start - sizeof head - (d->n + d->n_folded) * sizeof *d->hashes;
	memcpy(out->p + start, &head, sizeof head);
}

void tree_learn(struct tree *t, struct iri_str *saved)
{
	struct saved_document head;
	const char *p = saved->p + sizeof head;

	memcpy(&head, saved->p, sizeof head);
	const size_t bytes = (head.n + head.n_folded) * sizeof(uint64_t);
	uint64_t *const hashes = arena_take(&t->listing.arena, bytes);
	if (bytes)
		memcpy(hashes, p + head.path, bytes);
	const struct tree_document d = {
		.hashes = hashes, .folded = hashes + head.n, .n = head.n, .n_folded = head.n_folded,
		.is_opaque = head.is_opaque,
	};
	const uint32_t known = t->learned.n, number = iri_texts_add(&t->learned, (struct iri_str){p, head.path});
	if (number == IRI_TEXTS_NONE)
		message_die(t->listing.messages, NULL, "out of memory");
	if (number == known)
		iri_buf_add(&t->documents, (const char *)&d, sizeof d);
	buf_check(t->listing.messages, &t->documents);
	*saved = iri_between(p + head.path + bytes, saved->p + saved->n);
}

const struct tree_document *tree_learned(const struct tree *t, struct iri_str path)
{
	const uint32_t number = t->learned.n ? iri_texts_find(&t->learned, path) : IRI_TEXTS_NONE;

	return number == IRI_TEXTS_NONE ? NULL : (const struct tree_document *)(const void *)t->documents.p + number;
}

/* Gives a file the anchors that tree_learn has got. */
static void use_learned(const struct tree *t, const struct found *file)
{
	struct iri_buf path = {0};

	if (!t->learned.n)
		return;
	found_add_path(file, &path);
	buf_check(t->listing.messages, &path);
	/* The cast is safe: only move.c writes there, which learns nothing. */
	file->entry->document = (void *)tree_learned(t, iri_contents(&path));
	iri_buf_free(&path);
}

const struct tree_document *tree_document(struct tree *t, const struct found *file)
{
	static const struct tree_document unreadable = {.is_opaque = true};

	if (!file->entry->document)
		use_learned(t, file);
	if (file->entry->document)
		return file->entry->document;
	if (!format_has_anchors(tree_format(file->entry)))
		return NULL;
	if (tree_read(t, file, &t->anchors))
		tree_store(t, file, &t->anchors);
	else
		file->entry->document = (void *)&unreadable;
	return file->entry->document;
}

void tree_free(struct tree *t)
{
	listing_free(&t->listing);
	sites_free(&t->sites);
	iri_texts_free(&t->learned);
	iri_buf_free(&t->documents);
	anchors_free(&t->anchors);
}
