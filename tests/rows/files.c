/* SPDX-License-Identifier: ISC */
/* The files of a row, in a folder of their own */
#include "config.h"

#include "files.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder[] = "row";

static int remove_one(const char *name, const struct stat *st, int type, struct FTW *where)
{
	(void)st, (void)type, (void)where;
	return remove(name);
}

void file_write(const char *name, struct iri_str text)
{
	FILE *const file = fopen(name, "w");

	if (!file || fwrite(text.p, 1, text.n, file) != text.n || fclose(file) != 0) {
		perror(name);
		abort();
	}
}

/* Appends the content of a file. */
static void file_add(struct iri_buf *out, const char *name)
{
	FILE *const file = fopen(name, "r");
	char block[4096];

	for (size_t n; file && (n = fread(block, 1, sizeof block, file)) > 0;)
		iri_buf_add(out, block, n);
	if (file)
		fclose(file);
	else
		iri_buf_add(out, "(no file)", 9);
}

/*
 * Divides a word "NAME=TEXT" or "NAME->TARGET", and resolves its escapes. Returns the name; sets *text to the text or
 * target, and *is_link.
 */
static char *divide(struct iri_str word, struct iri_buf *name, struct iri_buf *text, bool *is_link)
{
	const char *const end = word.p + word.n, *stop = word.p;

	while (stop < end && *stop != '=' && !(*stop == '-' && stop + 1 < end && stop[1] == '>'))
		stop++;
	iri_buf_clear(name);
	iri_buf_clear(text);
	row_unescape(name, iri_between(word.p, stop));
	iri_buf_putc(name, '\0');
	*is_link = stop < end && *stop == '-';
	row_unescape(text, iri_between(stop + (stop < end) + *is_link, end));
	iri_buf_reserve(text, 1)[0] = '\0';
	return name->p;
}

static struct iri_buf name, text;

static void make_one(struct iri_str word)
{
	bool is_link;
	char *const path = divide(word, &name, &text, &is_link);

	for (char *slash = path; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(path, 0777);
	}
	if (is_link) {
		if (symlink(text.p, path) != 0)
			abort();
	} else if (path[strlen(path) - 1] != '/') {
		file_write(path, iri_contents(&text));
	}
}

void files_make(struct iri_str cell)
{
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	if (mkdir(folder, 0777) != 0)
		abort();
	files_enter();
	row_each_word(cell, make_one);
	files_leave();
}

void files_enter(void)
{
	if (chdir(folder) != 0)
		abort();
}

void files_leave(void)
{
	if (chdir("..") != 0)
		abort();
}

static struct iri_buf *wanted, *found;

static void compare_one(struct iri_str word)
{
	bool is_link;
	const char *const path = divide(word, &name, &text, &is_link);

	iri_buf_add(wanted, path, strlen(path));
	iri_buf_add(found, path, strlen(path));
	iri_buf_putc(wanted, '=');
	iri_buf_putc(found, '=');
	iri_buf_add(wanted, text.p, text.n);
	file_add(found, path);
}

void files_compare(struct iri_str cell, struct iri_buf *want, struct iri_buf *got)
{
	wanted = want;
	found = got;
	row_each_word(cell, compare_one);
}
