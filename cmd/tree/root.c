/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "root.h"

#include "cmd/file/paths.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the path of an existing folder, absolute and without symbolic links, or NULL with errno. */
static char *real_folder(struct arena *a, const char *name)
{
	char *const real = realpath(name, NULL);

	if (!real)
		return NULL;
	const struct iri_str copy = arena_copy(a, iri_str_of(real));
	free(real);
	return (char *)copy.p;
}

/* Returns the folder that a file is in, as its name says. */
static struct iri_str folder_of_name(const char *name)
{
	const char *const slash = strrchr(name, '/');

	if (!slash)
		return (struct iri_str){".", 1};
	return iri_between(name, slash == name ? slash + 1 : slash);
}

/* Whether the folder, whose path has n bytes, has a .git. */
static bool has_git(const char *path, size_t n, struct iri_buf *scratch)
{
	struct stat st;

	scratch->n = 0;
	iri_buf_add(scratch, path, n);
	iri_buf_add(scratch, "/.git", sizeof "/.git");
	return !scratch->failed && lstat(scratch->p, &st) == 0;
}

char *root_find(struct arena *a, const char *operand, bool *in_git)
{
	struct stat st;
	struct iri_buf scratch = {0};
	const char *name = operand;

	const bool is_there = stat(operand, &st) == 0;
	if (!is_there && !root_is_missing())
		return NULL;
	if (!is_there || !S_ISDIR(st.st_mode))
		name = arena_copy(a, folder_of_name(operand)).p;
	char *const path = real_folder(a, name);
	if (!path)
		return NULL;
	size_t n = strlen(path);
	while (n && !has_git(path, n, &scratch)) {
		do
			n--;
		while (n && path[n] != '/');
	}
	iri_buf_free(&scratch);
	*in_git = n;
	if (n)
		path[n] = '\0';
	return path;
}

bool root_open(struct root *root, struct arena *a, const char *folder)
{
	char *const path = real_folder(a, folder);

	if (!path)
		return false;
	root->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	root->path = path;
	root->n = strcmp(path, "/") ? strlen(path) : 0;
	return root->fd >= 0;
}

/* Sets root->below to the real path of a folder. Returns false if there is none. */
static bool find_real(struct root *root, struct iri_str folder)
{
	if (root->below.n && iri_same(folder, iri_contents(&root->folder)))
		return true;
	root->folder.n = root->below.n = 0;
	iri_buf_add(&root->folder, folder.p, folder.n);
	iri_buf_putc(&root->folder, '\0');
	char *const real = root->folder.failed ? NULL : realpath(root->folder.p, NULL);
	if (!real) {
		root->below.failed = root->folder.failed || errno == ENOMEM;
		return false;
	}
	root->folder.n--;
	iri_buf_add(&root->below, real, strlen(real) + 1);
	free(real);
	return !root->below.failed;
}

/* Appends root->below as a path below the root, and "/" unless it is the root itself. Returns false if it is not. */
static bool root_add_below(const struct root *root, struct iri_buf *path)
{
	const char *const real = root->below.p;

	if (!path_is_below(iri_str_of(real), (struct iri_str){root->path, root->n}))
		return false;
	const char *const below = real + root->n + (real[root->n] == '/');
	iri_buf_add(path, below, strlen(below));
	if (*below)
		iri_buf_putc(path, '/');
	return true;
}

bool root_guess(const struct root *root, const char *name, struct iri_buf *path)
{
	const struct iri_str base = iri_contents(&root->folder);

	if (!root->below.n)
		return false;
	if (iri_is(base, ".") && *name != '/')
		name += !strncmp(name, "./", 2) ? 2 : 0;
	else if (!strncmp(name, base.p, base.n) && name[base.n] == '/')
		name += base.n + 1;
	else
		return false;
	if (!root_add_below(root, path))
		return false;
	iri_buf_add(path, name, strlen(name));
	return true;
}

bool root_below(struct root *root, const char *name, struct iri_buf *path)
{
	const char *const slash = strrchr(name, '/');

	const bool is_real = find_real(root, folder_of_name(name));
	path->failed |= root->below.failed;
	if (!is_real)
		return false;
	if (!root_add_below(root, path)) {
		errno = 0;
		return false;
	}
	name = slash ? slash + 1 : name;
	iri_buf_add(path, name, strlen(name));
	return true;
}

bool root_enter(struct root *root)
{
	root->folder.n = root->below.n = 0; /* which a relative name can be */
	return fchdir(root->fd) == 0;
}

bool root_is_missing(void)
{
	return errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
}

void root_close(struct root *root)
{
	if (root->path && root->fd >= 0)
		close(root->fd);
	iri_buf_free(&root->folder);
	iri_buf_free(&root->below);
}
