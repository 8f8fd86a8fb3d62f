/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "tree.h"

#include "cmd/file/paths.h"
#include "lib/base/siphash.h"
#include "lib/base/str.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ANCHORS = (1 << 29) - 1 }; /* of a document, so that n_folded can hold their number */
/* Bytes of anchors that are kept as texts; by tree_store_late, that many more. One document can have more */
enum { MOST_TEXTS = 256 * 1024, MOST_LATE = 512 * 1024 };

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
	ARRAY_ADD(o->maps, &map);
	return o->maps.buf.failed ? "out of memory" : NULL;
}

const struct option_row tree_option_rows[] = {
	{0, "root", "DIR", "what '/' means in local links, and what may be\n"
         "read; default: the git repository of the first\n"
         "file, or else its site or folder", TEXT_OF(struct tree_options, root)},
	{0, "site", "IRI=DIR", "links that begin with IRI are local, below DIR;\nrepeatable", .take = take_site},
	{0, "generator", "NAME", "how links are routed: auto (default; as files of\n"
         "configuration tell), none, astro, docsify,\n"
         "docusaurus, eleventy, hexo, hugo, jekyll,\n"
         "mdbook, mkdocs, next, other, sphinx, vitepress", .take = take_generator, .in_file = true},
	{0},
};

bool tree_has_options(const struct tree_options *o)
{
	return o->root || o->maps.buf.n || o->generator != GENERATOR_AUTO;
}

void tree_options_free(struct tree_options *o)
{
	iri_buf_free(&o->maps.buf);
	iri_buf_free(&o->refusal);
}

/* Makes the folders of --site paths below the root. Ends the program if one is not below it. */
static void find_maps(struct tree *t, const struct messages *m, struct tree_map *maps, size_t n)
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
	bool in_git = true;
	char *const found = o->root ? NULL : root_find(&l->arena, operand, &in_git);
	if (found && !in_git)
		sites_cut_root(found, m);
	const char *const root = o->root ? o->root : found;
	if (!root && root_is_missing())
		return false;
	if (!root || !root_open(&l->root, &l->arena, root))
		message_die(m, root ? root : operand, strerror(errno));
	find_maps(t, m, o->maps.item, ARRAY_COUNT(o->maps));
	return true;
}

unsigned tree_dialects(struct tree *t, struct folder *f)
{
	if (t->dialects)
		return t->dialects;
	const struct site *const site = sites_find(&t->sites, f);
	return site ? site->dialects : 1u << SLUG_GITHUB;
}

enum document_format tree_format(struct listing_entry *e)
{
	/* Many links ask for the same file. */
	if (!e->format)
		e->format = (unsigned char)(1 + format_of_name(e->name));
	return (enum document_format)(e->format - 1);
}

void tree_keep_format(struct listing_entry *e, const char *name, enum document_format format)
{
	const char *const slash = strrchr(name, '/');

	if (!strcmp(slash ? slash + 1 : name, e->name))
		e->format = (unsigned char)(1 + format);
}

static bool tree_is_html(const struct listing_found *file)
{
	return format_is_html(tree_format(file->entry));
}

bool tree_keeps_texts(const struct tree *t)
{
	return t->texts - t->late < MOST_TEXTS;
}

/* Whether tree_store_late keeps texts. */
static bool keeps_late(const struct tree *t)
{
	return t->late < MOST_LATE;
}

/* Returns a copy of the texts of anchors, for struct tree_document. */
static const char *copy_texts(struct tree *t, struct iri_str texts)
{
	t->texts += texts.n;
	return arena_copy(&t->listing.arena, iri_present(texts)).p;
}

/* Returns a copy of hashes. *n: their number */
static const uint64_t *copy_hashes(struct tree *t, struct iri_str hashes, uint32_t *n)
{
	uint64_t *const copy = arena_take(&t->listing.arena, hashes.n);

	if (hashes.n / sizeof(uint64_t) > MOST_ANCHORS)
		message_die(t->listing.messages, NULL, "out of memory");
	*n = (uint32_t)(hashes.n / sizeof(uint64_t));
	if (hashes.n)
		memcpy(copy, hashes.p, hashes.n);
	return copy;
}

/* Finds the document that a path of an import names. "@site" is the folder of the configuration of Docusaurus. */
static struct listing_found find_import(struct tree *t, const struct listing_found *file, const char *path)
{
	static const char alias[] = "@site/";
	const struct site *const site = sites_find(&t->sites, file->folder);
	struct iri_str folder = file->folder->path, name = iri_str_of(path);
	struct iri_buf whole = {0};

	if (iri_begins(name, alias) && site && site->folders[1].p) {
		folder = path_folder(site->folders[1]);
		name = iri_str_of(path + strlen(alias));
	}
	path_add(&whole, folder, name);
	buf_check(t->listing.messages, &whole);
	const struct listing_found found = listing_find(&t->listing, iri_contents(&whole));
	iri_buf_free(&whole);
	return found;
}

/* Adds the anchors of the documents that stand in this one. includes: their paths, each with a NUL */
static void add_included(struct tree *t, const struct listing_found *file, struct iri_str includes)
{
	enum { MOST_DEPTH = 1000 }; /* of documents in documents */
	struct tree_document *const d = file->entry->document;
	union hashes all = {0};
	bool is_opaque = ++t->depth > MOST_DEPTH;

	/* If a document stands in itself, not all is known when it is asked for its anchors. */
	d->is_opaque = true;
	iri_buf_add(&all.buf, (const char *)d->hashes, d->n * sizeof *d->hashes);
	for (const char *p = includes.p; p < includes.p + includes.n && !is_opaque; p += strlen(p) + 1) {
		const struct listing_found found = find_import(t, file, p);
		const struct tree_document *const part =
			found.what == FOUND_FILE ? tree_document(t, &found) : NULL;
		is_opaque = !part || part->is_opaque;
		if (!is_opaque)
			iri_buf_add(&all.buf, (const char *)part->hashes, part->n * sizeof *part->hashes);
	}
	buf_check(t->listing.messages, &all.buf);
	t->depth--;
	anchors_sort(&all);
	d->hashes = copy_hashes(t, iri_contents(&all.buf), &d->n);
	d->is_opaque = is_opaque;
	iri_buf_free(&all.buf);
}

/* Returns the hash of a path, of 31 bits. */
static uint32_t path_hash(const struct tree *t, struct iri_str path)
{
	return (uint32_t)iri_siphash(t->expected.key, path, 1, 3) & INT32_MAX;
}

void tree_expect(struct tree *t, struct iri_str path, size_t n)
{
	struct expected *const e = &t->expected;
	const size_t most = UINT32_MAX / 64;

	if (!e->key) {
		n = n < most ? n : most;
		e->key = arena_take(&t->listing.arena, SIPHASH_KEY);
		iri_siphash_make_key(e->key);
		for (e->n_slots = 64; e->n_slots / 8 * 7 < n;)
			e->n_slots *= 2;
		e->n_bits = 16 * e->n_slots;
		e->bits = arena_take(&t->listing.arena, e->n_bits / 8);
		e->slots = arena_take(&t->listing.arena, e->n_slots * sizeof *e->slots);
	}
	const uint32_t bit = path_hash(t, path) & (e->n_bits - 1);
	e->bits[bit / 8] |= (unsigned char)(1u << bit % 8);
}

bool tree_expects(const struct tree *t, struct iri_str path, uint32_t *hash)
{
	const struct expected *const e = &t->expected;

	if (!e->key)
		return false;
	*hash = path_hash(t, path);
	const uint32_t bit = *hash & (e->n_bits - 1);
	return e->bits[bit / 8] >> bit % 8 & 1;
}

/* Returns the slot of a hash, or the free one for it. */
static struct expected_slot *expected_slot(const struct expected *e, uint32_t hash)
{
	uint32_t i = hash >> 5;

	while (e->slots[i & (e->n_slots - 1)].hash && e->slots[i & (e->n_slots - 1)].hash != hash + 1)
		i++;
	return &e->slots[i & (e->n_slots - 1)];
}

const struct tree_document *tree_expected(const struct tree *t, uint32_t hash)
{
	return expected_slot(&t->expected, hash)->document;
}

/* Puts a document into the hash table, if there is room and if it was expected. old: what it replaces, or NULL */
static void store_expected(struct tree *t, struct iri_str path, const struct tree_document *old,
                           const struct tree_document *d)
{
	struct expected *const e = &t->expected;
	uint32_t hash;

	if (!tree_expects(t, path, &hash))
		return;
	struct expected_slot *const slot = expected_slot(e, hash);
	if (slot->hash) {
		slot->document = old && slot->document == old ? d : NULL;
	} else if (e->n < e->n_slots / 8 * 7) {
		*slot = (struct expected_slot){hash + 1, d};
		e->n++;
	}
}

void tree_store(struct tree *t, const struct listing_found *file, const struct anchors *a)
{
	struct iri_buf path = {0};
	struct tree_document *const d = arena_take(&t->listing.arena, sizeof *d);
	const struct site *const site = sites_find(&t->sites, file->folder);
	const bool from_elsewhere = site && ((site->flags & SITE_PAGES && !a->has_heading) ||
	                                     (site->flags & SITE_NAMES && a->has_directive));

	d->is_opaque = a->is_opaque || from_elsewhere;
	d->has_script = a->has_script;
	d->hashes = copy_hashes(t, iri_contents(&a->hashes.buf), &d->n);
	if (a->keeps_texts)
		d->texts = copy_texts(t, iri_contents(&a->texts));
	const struct tree_document *const old = file->entry->document;
	file->entry->document = d;
	if (t->expected.key) {
		found_add_path(file, &path);
		buf_check(t->listing.messages, &path);
		store_expected(t, iri_contents(&path), old, d);
		iri_buf_free(&path);
	}
	/* Below, a document is read with t->anchors, which can be these. */
	if (a->includes.n && !d->is_opaque)
		add_included(t, file, arena_copy(&t->listing.arena, iri_contents(&a->includes)));
}

void tree_store_late(struct tree *t, const struct listing_found *file, const struct anchors *a)
{
	struct tree_document *const d = file->entry->document;

	if (d->texts || !keeps_late(t))
		return;
	d->is_late = true;
	d->texts = copy_texts(t, iri_contents(&a->texts));
	t->late += a->texts.n;
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

/* Reads a document, and collects its anchors in t->anchors. Returns false if it cannot be read. */
static bool tree_read(struct tree *t, const struct listing_found *file)
{
	struct anchors *const a = &t->anchors;
	const struct site *const site = sites_find(&t->sites, file->folder);
	const struct landmarks landmarks = {
		.found = anchors_found, .unused = pass_unused, .arg = a, .is_sparse = tree_is_html(file),
		.has_comments = site && site->flags & SITE_NAMES,
	};
	const struct document_options o = {.find.landmarks = &landmarks, .has_charset = t->has_charset, .silent = true};
	struct messages *const m = t->lines->messages;
	const struct place place = m->place;
	const int fd = listing_open(&t->listing, file);

	anchors_clear(a);
	t->last = NULL;
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
	t->last = is_read ? file->entry : NULL;
	return is_read;
}

/* In front of the path, the hashes and the texts of a document that tree_save has written */
struct saved_document {
	size_t path, texts; /* lengths */
	uint32_t n;
	bool is_opaque, has_script, has_texts, is_late;
};

/* Returns the length of the texts of a document, without the empty one. */
static size_t texts_length(const char *texts)
{
	size_t n = 0;

	while (texts && texts[n])
		n += strlen(texts + n) + 1;
	return n;
}

void tree_save(const struct listing_found *file, struct iri_buf *out)
{
	const struct tree_document *const d = file->entry->document;
	struct saved_document head = {
		.texts = texts_length(d->texts), .n = d->n, .is_opaque = d->is_opaque,
		.has_script = d->has_script, .has_texts = d->texts, .is_late = d->is_late,
	};
	const size_t start = out->n;

	iri_buf_add(out, (const char *)&head, sizeof head);
	found_add_path(file, out);
	head.path = out->n - start - sizeof head;
	if (d->hashes)
		iri_buf_add(out, (const char *)d->hashes, d->n * sizeof *d->hashes);
	if (d->texts)
		iri_buf_add(out, d->texts, head.texts);
	if (!out->failed)
		memcpy(out->p + start, &head, sizeof head);
}

void tree_learn(struct tree *t, struct iri_str *saved)
{
	struct saved_document head;
	const char *p = saved->p + sizeof head;

	memcpy(&head, saved->p, sizeof head);
	const size_t bytes = head.n * sizeof(uint64_t);
	const char *const hashes = p + head.path, *const texts = hashes + bytes;
	struct tree_document d = {.is_opaque = head.is_opaque, .has_script = head.has_script};
	d.hashes = copy_hashes(t, (struct iri_str){hashes, bytes}, &d.n);
	if (head.has_texts && (head.is_late ? keeps_late(t) : tree_keeps_texts(t))) {
		d.texts = copy_texts(t, (struct iri_str){texts, head.texts});
		d.is_late = head.is_late;
		t->late += head.is_late ? head.texts : 0;
	}
	const struct iri_str path = {p, head.path};
	const uint32_t known = t->learned.n, number = iri_texts_add(&t->learned, path);
	if (number == IRI_TEXTS_NONE)
		message_die(t->listing.messages, NULL, "out of memory");
	if (number == known) {
		struct tree_document *const copy = arena_take(&t->listing.arena, sizeof *copy);
		*copy = d;
		ARRAY_ADD(t->documents, &copy);
		buf_check(t->listing.messages, &t->documents.buf);
		store_expected(t, path, NULL, copy);
	}
	*saved = iri_between(texts + head.texts, saved->p + saved->n);
}

/* Gives a file the anchors that tree_learn has got. */
static void use_learned(const struct tree *t, const struct listing_found *file)
{
	struct iri_buf path = {0};

	if (!t->learned.n)
		return;
	found_add_path(file, &path);
	buf_check(t->listing.messages, &path);
	const uint32_t number = iri_texts_find(&t->learned, iri_contents(&path));
	if (number != IRI_TEXTS_NONE)
		file->entry->document = t->documents.item[number];
	iri_buf_free(&path);
}

const struct tree_document *tree_document(struct tree *t, const struct listing_found *file)
{
	static const struct tree_document unreadable = {.is_opaque = true};

	if (!file->entry->document)
		use_learned(t, file);
	if (file->entry->document)
		return file->entry->document;
	if (!format_has_anchors(tree_format(file->entry)))
		return NULL;
	t->anchors.keeps_texts = tree_keeps_texts(t);
	if (tree_read(t, file))
		tree_store(t, file, &t->anchors);
	else
		file->entry->document = (void *)&unreadable;
	return file->entry->document;
}

const char *tree_texts(struct tree *t, const struct listing_found *file)
{
	const struct tree_document *const d = tree_document(t, file);
	struct iri_buf *const texts = &t->anchors.texts;

	if (d && d->texts)
		return d->texts;
	if (t->last != file->entry && !tree_read(t, file))
		return NULL;
	iri_buf_putc(texts, '\0');
	buf_check(t->listing.messages, texts);
	texts->n--;
	return texts->p;
}

/* Makes d->folded of a document. */
static void fold_anchors(struct tree *t, const struct listing_found *file, struct tree_document *d)
{
	union hashes hashes = {0};

	for (const char *p = tree_texts(t, file); p && *p; p += strlen(p) + 1) {
		const uint64_t hash = anchor_hash(iri_str_of(p), true);
		ARRAY_ADD(hashes, &hash);
	}
	buf_check(t->listing.messages, &hashes.buf);
	anchors_sort(&hashes);
	uint32_t n;
	d->folded = copy_hashes(t, iri_contents(&hashes.buf), &n);
	d->n_folded = n & MOST_ANCHORS;
	iri_buf_free(&hashes.buf);
}

bool tree_has_folded(struct tree *t, const struct listing_found *file, uint64_t hash)
{
	if (!tree_document(t, file))
		return false;
	struct tree_document *const d = file->entry->document;
	if (d->is_opaque)
		return false;
	if (!d->folded)
		fold_anchors(t, file, d);
	return anchor_has(d->folded, d->n_folded, hash);
}

void tree_free(struct tree *t)
{
	listing_free(&t->listing);
	sites_free(&t->sites);
	iri_texts_free(&t->learned);
	iri_buf_free(&t->documents.buf);
	anchors_free(&t->anchors);
}
