/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "folder.h"

#include "lib/base/array.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int folder_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void folder_report(struct messages *m, const char *path)
{
	if (errno == ENOMEM)
		message_die(m, NULL, "out of memory");
	message_say(m, path, strerror(errno));
	message_raise(m, EXIT_TROUBLE);
}

/* Reads and sorts the names in a folder, except "." and "..". Returns their number. Free each name, and *names. */
static size_t read_names(struct messages *m, const char *path, char ***names)
{
	DIR *const folder = opendir(path);
	union ARRAY_OF(char *) list = {0};
	const struct dirent *entry;

	*names = NULL;
	if (!folder) {
		folder_report(m, path);
		return 0;
	}
	while (errno = 0, (entry = readdir(folder)) != NULL) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		char *const name = strdup(entry->d_name);
		ARRAY_ADD(list, &name);
		if (!name || list.buf.failed)
			message_die(m, NULL, "out of memory");
	}
	if (errno)
		folder_report(m, path);
	closedir(folder);
	*names = list.item;
	const size_t n = ARRAY_COUNT(list);
	if (n)
		qsort(*names, n, sizeof **names, folder_compare);
	return n;
}

/* A folder that is being walked */
struct folder_level {
	char **names;  /* of the files and folders in it, sorted */
	size_t n, i;   /* their number, and the index of the next one */
	size_t prefix; /* the length of the path of the folder, with its slash */
};

/* The folders from the first one to the current one: not a recursion, since a deep tree would need a large stack */
struct folder_walk {
	struct messages *messages;
	union ARRAY_OF(struct folder_level) levels;
	struct iri_buf path;   /* of the current file or folder */
};

/* Reads the folder whose path is in the buffer, with its NUL, and makes it the current one. */
static void enter_folder(struct folder_walk *w)
{
	struct folder_level level = {.names = NULL};

	level.n = read_names(w->messages, w->path.p, &level.names);
	w->path.n--;
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
	const struct folder_level *const level = current_folder(w);

	if (!level)
		return;
	for (size_t i = 0; i < level->n; i++)
		free(level->names[i]);
	free(level->names);
	w->levels.buf.n -= sizeof *level;
}

bool folder_walk(struct messages *m, const char *name,
                 bool (*wants)(void *arg, const char *path, size_t below, bool is_folder),
                 bool (*file)(void *arg, const char *path), void *arg)
{
	struct folder_walk w = {.messages = m};
	struct folder_level *level;
	bool go_on = true;

	iri_buf_add(&w.path, name, strlen(name) + 1);
	buf_check(m, &w.path);
	enter_folder(&w);
	const size_t prefix = w.path.n;
	while (go_on && (level = current_folder(&w)) != NULL) {
		struct stat st;
		if (level->i == level->n) {
			leave_folder(&w);
			continue;
		}
		const char *const entry = level->names[level->i++];
		w.path.n = level->prefix;
		if (!w.path.n && !strcmp(entry, "-"))
			buf_add_text(&w.path, "./"); /* "-" alone means standard input */
		iri_buf_add(&w.path, entry, strlen(entry) + 1);
		buf_check(m, &w.path);
		if (lstat(w.path.p, &st) < 0) {
			folder_report(m, w.path.p);
		} else if (S_ISDIR(st.st_mode)) {
			if (wants(arg, w.path.p, prefix, true))
				enter_folder(&w);
		} else if (S_ISREG(st.st_mode) && wants(arg, w.path.p, prefix, false)) {
			go_on = file(arg, w.path.p);
		}
	}
	while (current_folder(&w))
		leave_folder(&w);
	iri_buf_free(&w.levels.buf);
	iri_buf_free(&w.path);
	return go_on;
}
