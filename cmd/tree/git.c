/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "git.h"

#include "lib/base/str.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READ = 64 * 1024 };

/*
 * Runs git in the folder. Sets *from to its standard output, and *to, unless it is NULL, to its standard input. Returns
 * its process, or -1 with errno.
 */
static pid_t run_git(const char *root, const char *const *words, int *to, int *from)
{
	const char *argv[10] = {"git", "-C", root, "-c", "core.fsmonitor=false"};
	int in[2] = {-1, -1}, out[2];
	size_t n = 5;

	while (*words && n + 1 < sizeof argv / sizeof *argv)
		argv[n++] = *words++;
	if (pipe(out) != 0)
		return -1;
	if (to && pipe(in) != 0) {
		close(out[0]);
		close(out[1]);
		return -1;
	}
	const pid_t pid = fork();
	if (!pid) {
		dup2(out[1], STDOUT_FILENO);
		if (to)
			dup2(in[0], STDIN_FILENO);
		close(out[0]);
		close(out[1]);
		if (to) {
			close(in[0]);
			close(in[1]);
		}
		execvp("git", (char *const *)argv);
		_exit(127);
	}
	close(out[1]);
	*from = out[0];
	if (to) {
		close(in[0]);
		*to = in[1];
	}
	if (pid < 0) {
		close(*from);
		if (to)
			close(*to);
	}
	return pid;
}

/* Waits for a process. Returns whether it ended well. */
static bool git_wait(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Appends what can be read now. Returns false at the end, or after an error. */
static bool read_some(int fd, const struct messages *m, struct iri_buf *out)
{
	char *const p = iri_buf_reserve(out, READ);
	ssize_t n;

	buf_check(m, out);
	do
		n = read(fd, p, READ);
	while (n < 0 && errno == EINTR);
	out->n += n > 0 ? (size_t)n : 0;
	return n > 0;
}

bool git_open(struct git *g, const struct messages *m, const char *root)
{
	static const char *const words[] = {"ls-files", "-z", NULL};
	int from;
	const pid_t pid = run_git(root, words, NULL, &from);

	g->root = root;
	if (pid < 0)
		return false;
	while (read_some(from, m, &g->names))
		continue;
	close(from);
	for (size_t i = 0; i < g->names.n; i += strlen(g->names.p + i) + 1)
		iri_buf_add(&g->offsets, (const char *)&i, sizeof i);
	buf_check(m, &g->offsets);
	return git_wait(pid);
}

/* Returns the number of the first name that is not less than the path and, after it, the character `next`. */
static size_t git_lower(const struct git *g, struct iri_str path, char next)
{
	const size_t *const offsets = (const void *)g->offsets.p;
	size_t low = 0, high = g->offsets.n / sizeof *offsets;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const char *const name = g->names.p + offsets[middle];
		int order = strncmp(name, path.p, path.n);
		if (!order)
			order = (unsigned char)name[path.n] - (unsigned char)next;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether a name begins with the path and `next`, or equals the path if that is NUL. */
static bool git_has(const struct git *g, struct iri_str path, char next)
{
	const size_t *const offsets = (const void *)g->offsets.p;
	const size_t i = git_lower(g, path, next);

	if (i == g->offsets.n / sizeof *offsets)
		return false;
	const char *const name = g->names.p + offsets[i];
	return !strncmp(name, path.p, path.n) && name[path.n] == next;
}

bool git_tracks(const struct git *g, struct iri_str path)
{
	if (!path.n || git_has(g, path, '\0') || git_has(g, path, '/'))
		return true;
	/* A submodule is listed by the name of its folder. */
	for (size_t n = path.n; n > 0; n--)
		if (path.p[n - 1] == '/' && git_has(g, (struct iri_str){path.p, n - 1}, '\0'))
			return true;
	return false;
}

static void git_stop(struct git *g)
{
	if (!g->pid)
		return;
	close(g->to);
	close(g->from);
	git_wait(g->pid);
	g->pid = 0;
}

/* Writes to git, which may have ended. */
static bool git_write(const struct git *g, struct iri_str path)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;

	sigaction(SIGPIPE, &ignore, &old);
	const bool is_written = fd_write(g->to, path.p, path.n) && fd_write(g->to, "", 1);
	sigaction(SIGPIPE, &old, NULL);
	return is_written;
}

bool git_ignores(struct git *g, const struct messages *m, struct iri_str path)
{
	static const char *const words[] = {"check-ignore", "-vnz", "--stdin", NULL};
	size_t ends = 0;

	if (!path.n)
		return false;
	if (!g->pid) {
		g->pid = run_git(g->root, words, &g->to, &g->from);
		if (g->pid < 0) {
			g->pid = 0;
			return false;
		}
	}
	/* The answer has four fields, each with a NUL: file, line and text of the pattern, and the path. */
	g->answer.n = 0;
	bool goes_on = git_write(g, path);
	while (goes_on && ends < 4) {
		const size_t before = g->answer.n;
		goes_on = read_some(g->from, m, &g->answer);
		for (size_t i = before; i < g->answer.n; i++)
			ends += !g->answer.p[i];
	}
	if (ends < 4) {
		git_stop(g); /* it refuses a path behind a symbolic link, for instance */
		return false;
	}
	const char *const line = g->answer.p + strlen(g->answer.p) + 1, *const pattern = line + strlen(line) + 1;
	return *g->answer.p && *pattern != '!';
}

bool git_move(const char *old, const char *new)
{
	const char *const words[] = {"mv", "--", old, new, NULL};
	int from;
	const pid_t pid = run_git(".", words, NULL, &from);

	if (pid < 0)
		return false;
	close(from);
	return git_wait(pid);
}

void git_close(struct git *g)
{
	git_stop(g);
	iri_buf_free(&g->names);
	iri_buf_free(&g->offsets);
	iri_buf_free(&g->answer);
}
