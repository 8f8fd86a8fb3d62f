/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "ignored.h"

#include "git.h"

#include "lib/base/str.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A folder of which git was asked */
struct work_tree {
	struct iri_buf path; /* of the folder, with "/" at its end; empty where the walk began */
	bool is_whole;       /* all in it is read */
	struct git git;
};

/* Whether the folder with this path, of n bytes, is the top of a work tree. */
static bool is_top(const char *path, size_t n, const struct messages *m)
{
	struct iri_buf name = {0};
	struct stat st;

	/* A folder .git that has no HEAD is none for git. A work tree elsewhere and a submodule have a file. */
	iri_buf_add(&name, path, n);
	iri_buf_add(&name, "/.git", sizeof "/.git");
	buf_check(m, &name);
	bool is = lstat(name.p, &st) == 0;
	if (is && S_ISDIR(st.st_mode)) {
		name.n--;
		iri_buf_add(&name, "/HEAD", sizeof "/HEAD");
		buf_check(m, &name);
		is = lstat(name.p, &st) == 0;
	}
	iri_buf_free(&name);
	return is;
}

bool ignored_in_work_tree(const char *folder, const struct messages *m)
{
	char *const path = realpath(folder, NULL);
	size_t n = path ? strlen(path) : 0;
	bool is = false;

	while (n && !is) {
		is = is_top(path, n, m);
		do
			n--;
		while (n && path[n] != '/');
		/* In the folder .git, there is no work tree. */
		if (!is && !strncmp(path + n, "/.git", 5) && (!path[n + 5] || path[n + 5] == '/'))
			break;
	}
	free(path);
	return is;
}

static struct work_tree *last_tree(const struct ignored *i)
{
	return i->trees.buf.n ? &i->trees.item[ARRAY_COUNT(i->trees) - 1] : NULL;
}

static void leave_tree(struct ignored *i)
{
	struct work_tree *const last = last_tree(i);

	iri_buf_free(&last->path);
	git_close(&last->git);
	i->trees.buf.n -= sizeof *last;
}

/* Asks git for the files in a folder. */
static void ask_git(struct ignored *i, const struct messages *m, struct work_tree *t, const char *folder)
{
	struct iri_buf why = {0}, text = {0};
	const enum git_answer answer = git_list(&t->git, m, folder, &why);

	t->is_whole = answer != GIT_LISTS;
	if (answer == GIT_FAILS && !i->was_told && !m->quiet) {
		buf_add_text(&text, "git fails, so files that it ignores are read, too: ");
		const struct iri_str all = iri_contents(&why);
		buf_add_visible_str(&text, iri_between(all.p, iri_find_byte(all.p, all.p + all.n, '\n')));
		iri_buf_putc(&text, '\0');
		buf_check(m, &why);
		buf_check(m, &text);
		message_say(m, folder, text.p);
		i->was_told = true;
	}
	iri_buf_free(&why);
	iri_buf_free(&text);
}

static void add_tree(struct ignored *i, const struct messages *m, const struct work_tree *t)
{
	ARRAY_ADD(i->trees, t);
	buf_check(m, &i->trees.buf);
}

void ignored_begin(struct ignored *i, const struct messages *m, const char *folder)
{
	struct work_tree t = {.is_whole = true};

	ignored_end(i);
	if (ignored_in_work_tree(folder, m))
		ask_git(i, m, &t, folder);
	add_tree(i, m, &t);
}

void ignored_enter(struct ignored *i, const struct messages *m, const char *path)
{
	struct work_tree t = {.is_whole = true};

	if (!is_top(path, strlen(path), m))
		return;
	iri_buf_add(&t.path, path, strlen(path));
	iri_buf_putc(&t.path, '/');
	buf_check(m, &t.path);
	ask_git(i, m, &t, path);
	add_tree(i, m, &t);
}

bool ignored_has(struct ignored *i, const char *path, size_t below)
{
	const size_t n = strlen(path);
	const struct work_tree *last;

	while ((last = last_tree(i)) != NULL && last->path.n &&
	       (n < last->path.n || memcmp(path, last->path.p, last->path.n) != 0))
		leave_tree(i);
	if (!last || last->is_whole)
		return false;
	size_t from = last->path.n ? last->path.n : below;
	if (!strncmp(path + from, "./", 2))
		from += 2; /* "./-", since "-" alone means standard input */
	return !git_tracks(&last->git, (struct iri_str){path + from, n - from});
}

void ignored_end(struct ignored *i)
{
	while (last_tree(i))
		leave_tree(i);
	iri_buf_free(&i->trees.buf);
	i->trees.buf = (struct iri_buf){0};
}
