/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "folder.h"

#include "lib/base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_KNOWN = 4 * 1024 * 1024 }; /* bytes of the names and paths of known folders */

/*
 * Names
 */

static int name_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns what the entry of a folder says about its file: most systems know its kind without a call for each. */
static enum entry_kind entry_kind_of(const struct dirent *d)
{
#ifdef DT_REG
	switch (d->d_type) {
	case DT_REG: return ENTRY_FILE;
	case DT_DIR: return ENTRY_NEW_FOLDER;
	case DT_LNK: return ENTRY_LINK;
	}
#else
	(void)d;
#endif
	return ENTRY_UNKNOWN;
}

bool folder_read(DIR *folder, struct iri_buf *text, union folder_names *names)
{
	const struct dirent *d;

	text->n = names->buf.n = 0;
	while (errno = 0, (d = readdir(folder)) != NULL) {
		if (!strcmp(d->d_name, ".") || !strcmp(d->d_name, ".."))
			continue;
		iri_buf_putc(text, (char)entry_kind_of(d));
		iri_buf_add(text, d->d_name, strlen(d->d_name) + 1);
	}
	const int error = errno;
	for (size_t at = 1; at < text->n; at += strlen(text->p + at) + 2) {
		const char *const name = text->p + at;
		ARRAY_ADD(*names, &name);
	}
	if (names->buf.n)
		qsort(names->item, ARRAY_COUNT(*names), sizeof *names->item, name_compare);
	errno = error;
	return !error;
}

/*
 * Known folders
 */

const struct known_folder *known_folder(const struct known_folders *k, struct iri_str path)
{
	const uint32_t found = k ? iri_texts_find(&k->paths, iri_present(path)) : IRI_TEXTS_NONE;

	return found == IRI_TEXTS_NONE ? NULL : &k->folders.item[found];
}

bool known_folder_has(const struct known_folder *f, const char *name)
{
	const char *p = f->names;
	int order = -1;

	for (size_t i = 0; i < f->n && order < 0; i++) {
		order = strcmp(p + 1, name);
		p += strlen(p + 1) + 2;
	}
	return !order;
}

/* Begins with the folder of this name. */
static void keep_begin(struct known_folders *k, const char *name)
{
	char *const real = realpath(name, NULL);

	k->base.n = 0;
	k->has_base = real;
	if (real && strcmp(real, "/") != 0)
		iri_buf_add(&k->base, real, strlen(real));
	free(real);
	buf_check(k->arena.messages, &k->base);
}

/* Keeps the names in a folder. below: its path below the one where the walk began; text: the bytes of the names */
static void keep_names(struct known_folders *k, struct iri_str below, const union folder_names *names,
                      struct iri_str text)
{
	const size_t n = k->base.n, bytes = n + below.n + text.n + sizeof(struct known_folder);
	struct known_folder f = {.n = ARRAY_COUNT(*names)};

	if (!k->has_base || bytes > MOST_KNOWN - k->bytes)
		return;
	if (below.n) {
		iri_buf_putc(&k->base, '/');
		iri_buf_add(&k->base, below.p, below.n);
	}
	buf_check(k->arena.messages, &k->base);
	const uint32_t known = k->paths.n, number = iri_texts_add(&k->paths, iri_present(iri_contents(&k->base)));
	k->base.n = n;
	if (number == IRI_TEXTS_NONE)
		message_die(k->arena.messages, NULL, "out of memory");
	if (number < known)
		return;
	k->bytes += bytes;
	char *p = arena_take(&k->arena, text.n);
	f.names = p;
	for (size_t i = 0; i < f.n; i++) {
		const char *const name = names->item[i];
		const size_t length = strlen(name) + 2;
		memcpy(p, name - 1, length);
		p += length;
	}
	ARRAY_ADD(k->folders, &f);
	buf_check(k->arena.messages, &k->folders.buf);
}

void known_folders_free(struct known_folders *k)
{
	arena_clear(&k->arena);
	iri_texts_free(&k->paths);
	iri_buf_free(&k->folders.buf);
	iri_buf_free(&k->base);
}

/*
 * The walk
 */

static void folder_report(struct messages *m, const char *path)
{
	if (errno == ENOMEM)
		message_die(m, NULL, "out of memory");
	message_say(m, path, strerror(errno));
	message_raise(m, EXIT_TROUBLE);
}

/* A folder that is being walked */
struct folder_level {
	struct iri_buf text;      /* has the names */
	union folder_names names;
	size_t i;                 /* the index of the next one */
	size_t prefix;            /* the length of the path of the folder, with its slash */
};

/* The folders from the first one to the current one: not a recursion, since a deep tree would need a large stack */
struct folder_walk {
	struct messages *messages;
	struct known_folders *known;
	union ARRAY_OF(struct folder_level) levels;
	struct iri_buf path;      /* of the current file or folder */
	size_t below;             /* where the path below the first folder begins */
};

/* Reads the names in the folder whose path is in the buffer. Returns false if not all can be read. */
static bool read_level(const struct folder_walk *w, struct folder_level *level)
{
	DIR *const folder = opendir(w->path.p);
	const bool is_read = folder && folder_read(folder, &level->text, &level->names);

	buf_check(w->messages, &level->text);
	buf_check(w->messages, &level->names.buf);
	if (!is_read)
		folder_report(w->messages, w->path.p);
	if (folder)
		closedir(folder);
	return is_read;
}

/* Reads the folder whose path is in the buffer, with its NUL, and makes it the current one. */
static void enter_folder(struct folder_walk *w)
{
	struct folder_level level = {.i = 0};

	const bool is_read = read_level(w, &level);
	w->path.n--;
	if (is_read && w->known) {
		const struct iri_str path = iri_contents(&w->path);
		const size_t below = w->levels.buf.n ? w->below : path.n;
		keep_names(w->known, iri_between(path.p + below, path.p + path.n), &level.names,
		          iri_contents(&level.text));
	}
	if (!strcmp(w->path.p, "."))
		w->path.n = 0;
	else if (!w->path.n || w->path.p[w->path.n - 1] != '/')
		iri_buf_putc(&w->path, '/');
	level.prefix = w->path.n;
	ARRAY_ADD(w->levels, &level);
	buf_check(w->messages, &w->path);
	buf_check(w->messages, &w->levels.buf);
}

/* Returns the current folder, or NULL after the last one. */
static struct folder_level *current_folder(const struct folder_walk *w)
{
	return w->levels.buf.n ? &w->levels.item[ARRAY_COUNT(w->levels) - 1] : NULL;
}

static void leave_folder(struct folder_walk *w)
{
	struct folder_level *const level = current_folder(w);

	if (!level)
		return;
	iri_buf_free(&level->text);
	iri_buf_free(&level->names.buf);
	w->levels.buf.n -= sizeof *level;
}

bool folder_walk(struct messages *m, const char *name,
                 bool (*wants)(void *arg, const char *path, size_t below, bool is_folder),
                 bool (*file)(void *arg, const char *path), void *arg, struct known_folders *known)
{
	struct folder_walk w = {.messages = m, .known = known};
	struct folder_level *level;
	bool go_on = true;

	if (known)
		keep_begin(known, name);
	iri_buf_add(&w.path, name, strlen(name) + 1);
	buf_check(m, &w.path);
	enter_folder(&w);
	w.below = w.path.n;
	while (go_on && (level = current_folder(&w)) != NULL) {
		struct stat st;
		if (level->i == ARRAY_COUNT(level->names)) {
			leave_folder(&w);
			continue;
		}
		const char *const entry = level->names.item[level->i++];
		w.path.n = level->prefix;
		if (!w.path.n && !strcmp(entry, "-"))
			buf_add_text(&w.path, "./"); /* "-" alone means standard input */
		iri_buf_add(&w.path, entry, strlen(entry) + 1);
		buf_check(m, &w.path);
		if (lstat(w.path.p, &st) < 0) {
			folder_report(m, w.path.p);
		} else if (S_ISDIR(st.st_mode)) {
			if (wants(arg, w.path.p, w.below, true))
				enter_folder(&w);
		} else if (S_ISREG(st.st_mode) && wants(arg, w.path.p, w.below, false)) {
			go_on = file(arg, w.path.p);
		}
	}
	while (current_folder(&w))
		leave_folder(&w);
	iri_buf_free(&w.levels.buf);
	iri_buf_free(&w.path);
	return go_on;
}
