/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "suggest.h"

#include "choose.h"
#include "folded.h"
#include "jobs.h"
#include "link_path.h"

#include "cmd/base/similar.h"
#include "cmd/file/paths.h"
#include "lib/base/array.h"
#include "lib/base/str.h"

#include <stdlib.h>

enum {
	MOST_ASKED = 1000,        /* links that get a suggestion */
	MOST_READS = 64,          /* documents that are read for them */
	MOST_COMPARED = 2000000,  /* names that are compared for them */
	MOST_FILES = 200000,      /* files of the tree that are searched for a name */
	MOST_WORDS = 16,          /* of a heading, for the comparison of words */
};

static int found_compare(const void *a, const void *b)
{
	return strcmp(((const struct listing_found *)a)->entry->name, ((const struct listing_found *)b)->entry->name);
}

/* Lists all files of the tree, except in folders that -r does not enter. More than MOST_FILES: lists none. */
static void list_all(struct suggester *s)
{
	struct listing *const l = &s->tree->listing;
	union ARRAY_OF(struct folder *) folders = {0};
	struct folder *f = &l->top;
	size_t names = 0;

	s->has_all = l->is_quiet = true;
	ARRAY_ADD(folders, &f);
	while (folders.buf.n && !folders.buf.failed && names < MOST_FILES) {
		folders.buf.n -= sizeof f;
		f = folders.item[ARRAY_COUNT(folders)];
		listing_entry(l, f, (struct iri_str){"", 0});
		names += f->n;
		for (size_t i = 0; i < f->n && names < MOST_FILES; i++) {
			struct listing_entry *const e = &f->entries[i];
			const struct listing_found found = {.what = FOUND_FILE, .folder = f, .entry = e};
			listing_look_at(l, f, e);
			if (e->kind == ENTRY_FILE)
				ARRAY_ADD(s->all, &found);
			else if (e->kind == ENTRY_FOLDER && choose_enters(e->name))
				ARRAY_ADD(folders, &e->folder);
		}
	}
	l->is_quiet = false;
	buf_check(l->arena.messages, &s->all.buf);
	buf_check(l->arena.messages, &folders.buf);
	if (names >= MOST_FILES)
		s->all.buf.n = 0;
	iri_buf_free(&folders.buf);
	if (s->all.buf.n)
		qsort(s->all.item, ARRAY_COUNT(s->all), sizeof(struct listing_found), found_compare);
}

/* Returns the only file of the tree with this name, or NULL. */
static const struct listing_found *find_moved(struct suggester *s, struct iri_str name)
{
	struct iri_buf text = {0};
	const struct listing_found *found = NULL;

	if (!s->has_all)
		list_all(s);
	const struct listing_found *const all = s->all.item;
	const size_t n = ARRAY_COUNT(s->all);
	iri_buf_add(&text, name.p, name.n);
	iri_buf_putc(&text, '\0');
	if (n && !text.failed) {
		struct listing_entry wanted = {.name = text.p};
		const struct listing_found key = {.entry = &wanted};
		found = bsearch(&key, all, n, sizeof key, found_compare);
	}
	if (found && ((found > all && !found_compare(found - 1, found)) ||
	              (found + 1 < all + n && !found_compare(found + 1, found))))
		found = NULL;
	iri_buf_free(&text);
	return found;
}

const struct listing_found *suggest_moved(struct suggester *s, const struct resolve_target *target)
{
	const struct iri_str path = path_without_slash(target->path);
	const size_t n = path_folder(path).n;

	return find_moved(s, n ? iri_between(path.p + n + 1, path.p + path.n) : path);
}

static struct iri_str suffix_of(struct iri_str name)
{
	size_t n = name.n;

	while (n && name.p[n - 1] != '.')
		n--;
	return n ? iri_between(name.p + n - 1, name.p + name.n) : (struct iri_str){"", 0};
}

/* Whether the text looks like a host or an address that lacks its scheme. Appends what it lacks, and itself. */
static bool add_scheme(struct iri_str written, struct iri_buf *out)
{
	const char *const end = written.p + written.n, *const at = iri_find_byte(written.p, end, '@');
	const bool is_host = written.n > 4 && !memcmp(written.p, "www.", 4);
	const bool is_address = at < end && at > written.p && memchr(at, '.', (size_t)(end - at)) &&
	                        !memchr(written.p, '/', written.n);

	if (!is_host && !is_address)
		return false;
	iri_buf_add(out, is_host ? "https://" : "mailto:", is_host ? 8 : 7);
	iri_buf_add(out, written.p, written.n);
	return true;
}

/* Appends the text, with "/" for each "\". */
static void add_slashes(struct iri_str text, struct iri_buf *out)
{
	for (size_t i = 0; i < text.n; i++)
		iri_buf_putc(out, text.p[i] == '\\' ? '/' : text.p[i]);
}

/* What a dead path or anchor probably means */
struct nearest {
	struct iri_str text; /* a path below the root, or an anchor; empty if it is not known */
	size_t compared;     /* the names that were compared for it */
};

/* Sets *text to what was found for a dead path or anchor before. Returns false if that is to be found now. */
static bool find_known(struct suggester *s, struct iri_str dead, struct iri_str *text)
{
	const struct messages *const m = s->tree->listing.messages;
	const struct nearest unknown = {.compared = 0};
	const uint32_t known = s->dead.n, number = iri_texts_add(&s->dead, dead);

	if (number == IRI_TEXTS_NONE)
		message_die(m, NULL, "out of memory");
	if (number == known) {
		ARRAY_ADD(s->nearest, &unknown);
		buf_check(m, &s->nearest.buf);
		return false;
	}
	/* These names count again, so that the number of suggestions does not depend on what is kept. */
	s->compared += s->nearest.item[number].compared;
	*text = s->nearest.item[number].text;
	return true;
}

/* Keeps the answer to the last find_known that returned false, and returns it. before: s->compared at that time */
static struct iri_str keep_nearest(struct suggester *s, const struct iri_buf *text, size_t before)
{
	struct nearest *const last = &s->nearest.item[ARRAY_COUNT(s->nearest) - 1];

	buf_check(s->tree->listing.messages, text);
	*last = (struct nearest){arena_copy(&s->tree->listing.arena, iri_contents(text)), s->compared - before};
	return last->text;
}

/* Finds the file that a dead path probably means, and appends its path below the root. */
static void find_nearest(struct suggester *s, struct iri_str path, struct iri_buf *out)
{
	struct listing *const l = &s->tree->listing;
	size_t start = path.n;

	while (start && path.p[start - 1] != '/')
		start--;
	struct closest best = {.wanted = iri_between(path.p + start, path.p + path.n)};
	const struct listing_found *const moved = find_moved(s, best.wanted);
	if (moved) {
		found_add_path(moved, out);
		return;
	}
	const struct listing_found in = listing_find(l, (struct iri_str){path.p, start});
	const struct iri_str suffix = suffix_of(best.wanted);
	if (in.what == FOUND_FOLDER)
		listing_entry(l, in.folder, (struct iri_str){"", 0});
	for (size_t i = 0; in.what == FOUND_FOLDER && i < in.folder->n && s->compared < MOST_COMPARED; i++) {
		const struct iri_str name = iri_str_of(in.folder->entries[i].name);
		s->compared++;
		if (iri_same(suffix, suffix_of(name)))
			closest_add(&best, name);
	}
	if (best.text.p) {
		iri_buf_add(out, path.p, start);
		iri_buf_add(out, best.text.p, best.text.n);
	}
}

/* The same, for any number of links to it. Returns the path, which is empty if it is not known. */
static struct iri_str nearest_path(struct suggester *s, struct iri_str path)
{
	const size_t before = s->compared;
	struct iri_buf text = {0};
	struct iri_str nearest;

	if (find_known(s, path, &nearest))
		return nearest;
	find_nearest(s, path, &text);
	nearest = keep_nearest(s, &text, before);
	iri_buf_free(&text);
	return nearest;
}

/* See suggest_file. from, path, written: see struct origin and struct resolve_target */
static void nearest_file(struct suggester *s, struct iri_str from, struct iri_str path, struct iri_str written,
                         struct iri_buf *out)
{
	struct listing *const l = &s->tree->listing;

	s->asked++;
	if (add_scheme(written, out))
		return;
	struct iri_buf slashes = {0};
	if (memchr(path.p, '\\', path.n)) {
		add_slashes(path, &slashes);
		buf_check(l->arena.messages, &slashes);
		path = iri_contents(&slashes);
		const struct listing_found found = listing_find(l, path);
		if (found.what != FOUND_NOTHING && !(found.what == FOUND_FILE && found.is_before_end)) {
			add_slashes(written, out);
			iri_buf_free(&slashes);
			return;
		}
	}
	const struct iri_str nearest = nearest_path(s, path_without_slash(path));
	if (nearest.n)
		link_path_relative(path_folder(from), nearest, out);
	iri_buf_free(&slashes);
}

/* Splits a text at "-" into words. Returns their number, at most MOST_WORDS. */
static size_t split_words(struct iri_str s, struct iri_str words[MOST_WORDS])
{
	const char *p = s.p, *const end = p + s.n;
	size_t n = 0;

	while (p < end && n < MOST_WORDS) {
		const char *q = p;
		while (q < end && *q != '-' && *q != '_' && *q != ' ')
			q++;
		if (q > p)
			words[n++] = iri_between(p, q);
		p = q + 1;
	}
	return n;
}

/*
 * Returns how many of 100 words an anchor shares with n words, of all that both have; 100 if one of them has all words
 * of the other.
 */
static unsigned share_words(const struct iri_str *x, size_t n, struct iri_str anchor)
{
	struct iri_str y[MOST_WORDS];
	const size_t m = split_words(anchor, y);
	size_t same = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < m; k++)
			if (iri_same(x[i], y[k])) {
				same++;
				break;
			}
	if (same >= 2 && same == (n < m ? n : m))
		return 100;
	return n + m > same ? (unsigned)(100 * same / (n + m - same)) : 0;
}

/* Returns the texts of the anchors of a file, with an empty one at the end, or NULL if it cannot be read. */
static const char *anchor_texts(struct suggester *s, const struct listing_found *file)
{
	const struct tree_document *const d = tree_document(s->tree, file);
	const bool is_last = s->last == file->entry;

	/* Late texts count as if they were read, so that the number of suggestions does not depend on them. */
	if (d && d->texts && !d->is_late)
		return d->texts;
	if (!is_last && s->reads >= MOST_READS)
		return NULL;
	s->reads += !is_last;
	const char *const texts = tree_texts(s->tree, file);
	s->last = texts ? file->entry : NULL;
	return texts;
}

/* Finds the anchor that a dead one probably means; see suggest_anchor. */
static void find_anchor(struct suggester *s, const struct listing_found *file, struct iri_str fragment, bool is_case,
                        struct iri_buf *out)
{
	struct iri_buf decoded = {0}, folded = {0}, other = {0};
	unsigned most = 49;
	struct iri_str by_words = {0};
	bool is_only = true;

	const char *const texts = anchor_texts(s, file);
	if (!texts)
		return;
	resolve_decode(fragment, &decoded);
	folded_add(iri_contents(&decoded), true, &folded);
	struct closest best = {.wanted = iri_contents(&folded)};
	struct iri_str words[MOST_WORDS];
	const size_t n_words = split_words(best.wanted, words);
	for (const char *p = texts; *p && s->compared < MOST_COMPARED;) {
		const struct iri_str text = iri_str_of(p);
		p += text.n + 1;
		s->compared++;
		if (is_case) {
			other.n = 0;
			folded_add(text, true, &other);
			if (!iri_same(iri_contents(&other), best.wanted) || iri_same(text, best.text))
				continue;
			is_only = !best.text.p;
			best.text = text;
			if (is_only)
				continue;
			break;
		}
		closest_add(&best, text);
		const unsigned shared = best.text.p ? 0 : share_words(words, n_words, text);
		if (shared > most) {
			most = shared;
			by_words = text;
		}
	}
	if (best.text.p && is_only)
		iri_buf_add(out, best.text.p, best.text.n);
	else if (by_words.p)
		iri_buf_add(out, by_words.p, by_words.n);
	else if (!is_case) {
		/* What GitHub would make of the fragment itself: "c++" is "c" */
		other.n = 0;
		slug_add(SLUG_GITHUB, iri_contents(&decoded), &other);
		for (const char *p = texts; *p; p += strlen(p) + 1)
			if (iri_is(iri_contents(&other), p)) {
				iri_buf_add(out, p, strlen(p));
				break;
			}
	}
	out->failed |= decoded.failed || folded.failed || other.failed;
	iri_buf_free(&decoded);
	iri_buf_free(&folded);
	iri_buf_free(&other);
}

/* The same, for any number of links to it */
static void nearest_anchor(struct suggester *s, const struct listing_found *file, struct iri_str fragment, bool is_case,
                           struct iri_buf *out)
{
	const size_t before = s->compared;
	struct iri_buf dead = {0}, text = {0};
	struct iri_str nearest;

	s->asked += !is_case;
	found_add_path(file, &dead);
	iri_buf_add(&dead, is_case ? "\0=" : "\0#", 2); /* no path has a NUL */
	iri_buf_add(&dead, fragment.p, fragment.n);
	buf_check(s->tree->listing.messages, &dead);
	if (!find_known(s, iri_contents(&dead), &nearest)) {
		find_anchor(s, file, fragment, is_case, &text);
		nearest = keep_nearest(s, &text, before);
	}
	iri_buf_add(out, nearest.p, nearest.n);
	iri_buf_free(&dead);
	iri_buf_free(&text);
}

/* A question of a worker to the first process; the texts follow: those of nearest_file; or path and fragment */
struct suggest_question {
	enum { ASK_FILE, ASK_ANCHOR, ASK_CASE } what;
	size_t n[3];
};

/* In front of the answer: how much was asked and compared before */
struct suggest_answer {
	size_t asked, compared;
};

/* In a worker: asks the first process. What is too much is counted there, in the order of the documents. */
static void ask(struct suggester *s, struct suggest_question q, const struct iri_str texts[3], struct iri_buf *out)
{
	const struct messages *const m = s->tree->listing.messages;
	struct iri_buf question = {0}, reply = {0};
	struct suggest_answer known;

	for (size_t i = 0; i < 3; i++)
		q.n[i] = texts[i].n;
	iri_buf_add(&question, (const char *)&q, sizeof q);
	for (size_t i = 0; i < 3; i++)
		iri_buf_add(&question, texts[i].p, texts[i].n);
	buf_check(m, &question);
	jobs_ask(iri_contents(&question), &reply);
	buf_check(m, &reply);
	memcpy(&known, reply.p, sizeof known);
	s->asked = known.asked;
	s->compared = known.compared;
	iri_buf_add(out, reply.p + sizeof known, reply.n - sizeof known);
	iri_buf_free(&question);
	iri_buf_free(&reply);
}

void suggest_answer(struct suggester *s, struct iri_str question, struct iri_buf *out)
{
	struct suggest_question q;
	struct suggest_answer known = {0};
	struct iri_str texts[3];
	const char *p = question.p + sizeof q;

	memcpy(&q, question.p, sizeof q);
	for (size_t i = 0; i < 3; p += q.n[i++])
		texts[i] = (struct iri_str){p, q.n[i]};
	iri_buf_add(out, (const char *)&known, sizeof known);
	buf_check(s->tree->listing.messages, out);
	if (q.what == ASK_FILE) {
		struct resolve_target target = {.path = texts[1], .written = texts[2]};
		suggest_file(s, &(struct origin){.path = texts[0]}, &target, out);
	} else {
		const struct listing_found file = listing_find(&s->tree->listing, texts[0]);
		if (file.what == FOUND_FILE)
			suggest_anchor(s, &file, texts[1], q.what == ASK_CASE, out);
	}
	known = (struct suggest_answer){s->asked, s->compared};
	if (!out->failed)
		memcpy(out->p, &known, sizeof known);
}

void suggest_file(struct suggester *s, const struct origin *from, const struct resolve_target *target,
                  struct iri_buf *out)
{
	const struct iri_str texts[] = {from->path, target->path, target->written};

	if (s->asked >= MOST_ASKED || s->compared >= MOST_COMPARED)
		return;
	if (jobs_is_worker())
		ask(s, (struct suggest_question){.what = ASK_FILE}, texts, out);
	else
		nearest_file(s, from->path, target->path, target->written, out);
}

void suggest_anchor(struct suggester *s, const struct listing_found *file, struct iri_str fragment, bool is_case,
                    struct iri_buf *out)
{
	if ((s->asked >= MOST_ASKED && !is_case) || s->compared >= MOST_COMPARED)
		return;
	if (!jobs_is_worker()) {
		nearest_anchor(s, file, fragment, is_case, out);
		return;
	}
	struct iri_buf path = {0};
	found_add_path(file, &path);
	buf_check(s->tree->listing.messages, &path);
	ask(s, (struct suggest_question){.what = is_case ? ASK_CASE : ASK_ANCHOR},
	    (const struct iri_str[3]){iri_contents(&path), fragment}, out);
	iri_buf_free(&path);
}

void suggester_free(struct suggester *s)
{
	iri_buf_free(&s->all.buf);
	iri_buf_free(&s->nearest.buf);
	iri_texts_free(&s->dead);
}
