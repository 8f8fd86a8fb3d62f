/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int folder_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whether the path, for which lstat gave st, is a regular file or a symbolic link to one. */
static bool is_regular(const char *path, const struct stat *st)
{
	struct stat target;

	return S_ISREG(st->st_mode) || (S_ISLNK(st->st_mode) && stat(path, &target) == 0 && S_ISREG(target.st_mode));
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
	struct iri_buf list = {0};
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
		iri_buf_add(&list, (const char *)&name, sizeof name);
		if (!name || list.failed)
			message_die(m, NULL, "out of memory");
	}
	if (errno)
		folder_report(m, path);
	closedir(folder);
	*names = (void *)list.p;
	const size_t n = list.n / sizeof **names;
	if (n)
		qsort(*names, n, sizeof **names, folder_compare);
	return n;
}

bool folder_walk(struct messages *m, const char *name, bool (*wants)(void *arg, const char *name),
                 bool (*file)(void *arg, const char *path), void *arg)
{
	char **names;
	const size_t n = read_names(m, name, &names), length = strlen(name);
	struct iri_buf path = {0};
	bool go_on = true;

	if (strcmp(name, ".") != 0) {
		buf_add_text(&path, name);
		if (!length || name[length - 1] != '/')
			iri_buf_putc(&path, '/');
	}
	const size_t prefix = path.n;
	for (size_t i = 0; i < n; i++) {
		struct stat st;
		path.n = prefix;
		if (!prefix && !strcmp(names[i], "-"))
			buf_add_text(&path, "./"); /* "-" alone means standard input */
		iri_buf_add(&path, names[i], strlen(names[i]) + 1);
		buf_check(m, &path);
		if (!go_on) {
			/* only frees the names that are left */
		} else if (lstat(path.p, &st) < 0) {
			folder_report(m, path.p);
		} else if (S_ISDIR(st.st_mode)) {
			if (*names[i] != '.')
				go_on = folder_walk(m, path.p, wants, file, arg);
		} else if (wants(arg, names[i]) && is_regular(path.p, &st)) {
			go_on = file(arg, path.p);
		}
		free(names[i]);
	}
	free(names);
	iri_buf_free(&path);
	return go_on;
}
