/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "git.h"

#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READ_SIZE = 64 * 1024 };
enum { MOST_ASKED = 1024, LONGEST_ASKED = 1024 }; /* paths whose answers are kept: their number and length */
enum { NO_GIT = 127 }; /* the status of a shell for a command that does not exist */

/* A process of git */
struct child {
	pid_t pid;
	int to, from, err; /* its standard input, output and error; -1: those of this process */
};

/* What a call of git has of its own */
enum { HAS_INPUT = 1, HAS_ERRORS = 2, IS_APART = 4, IS_SILENT = 8 };

/* For the child: what git takes from the environment. */
static void set_environment(int flags)
{
	/* What git sets for its hooks, which would lead to another repository than that of the folder */
	static const char *const local[] = {
		"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX",
		"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_CONFIG",
	};

	for (size_t i = 0; flags & IS_APART && i < sizeof local / sizeof *local; i++)
		unsetenv(local[i]);
	/* A repository can lack objects, and name a program that fetches them. */
	setenv("GIT_NO_LAZY_FETCH", "1", 1);
	setenv("GIT_ALLOW_PROTOCOL", "none", 1);
	setenv("GIT_TERMINAL_PROMPT", "0", 1);
}

static void close_pipe(const int ends[2])
{
	for (size_t i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

/* Runs git in the folder, so that no command of the configuration runs. Returns false, with errno, on failure. */
static bool run_git(const char *folder, const char *const *words, int flags, struct child *child)
{
	const char *argv[24] = {"git", "--no-pager", "--no-optional-locks", "-C", folder, "-c", "core.fsmonitor=false",
	                        "-c", "core.hooksPath=/dev/null"};
	int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
	size_t n = 9;

	while (*words && n + 1 < sizeof argv / sizeof *argv)
		argv[n++] = *words++;
	child->pid = -1;
	if (pipe(out) == 0 && (!(flags & HAS_INPUT) || pipe(in) == 0) && (!(flags & HAS_ERRORS) || pipe(err) == 0))
		child->pid = fork();
	if (!child->pid) {
		dup2(out[1], STDOUT_FILENO);
		if (flags & HAS_INPUT)
			dup2(in[0], STDIN_FILENO);
		if (flags & HAS_ERRORS)
			dup2(err[1], STDERR_FILENO);
		const int nowhere = flags & IS_SILENT ? open("/dev/null", O_WRONLY) : -1;
		if (nowhere >= 0)
			dup2(nowhere, STDERR_FILENO);
		close_pipe(in);
		close_pipe(out);
		close_pipe(err);
		set_environment(flags);
		execvp("git", (char *const *)argv);
		_exit(NO_GIT);
	}
	if (child->pid < 0) {
		const int why = errno;
		close_pipe(in);
		close_pipe(out);
		close_pipe(err);
		errno = why;
		return false;
	}
	close(out[1]);
	if (flags & HAS_INPUT)
		close(in[0]);
	if (flags & HAS_ERRORS)
		close(err[1]);
	child->to = in[1];
	child->from = out[0];
	child->err = err[0];
	/* A later process that kept the input of this one open would keep it from ending. */
	if (flags & HAS_INPUT)
		fcntl(child->to, F_SETFD, FD_CLOEXEC);
	return true;
}

/* Waits for a process. Returns its exit status, or -1 if it did not exit. */
static int git_wait(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Appends what can be read now. Returns false at the end, or after an error. */
static bool read_some(int fd, const struct messages *m, struct iri_buf *out)
{
	char *const p = iri_buf_reserve(out, READ_SIZE);
	ssize_t n;

	buf_check(m, out);
	do
		n = read(fd, p, READ_SIZE);
	while (n < 0 && errno == EINTR);
	out->n += n > 0 ? (size_t)n : 0;
	return n > 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts the names that were read. */
static void sort_names(struct git *g, const struct messages *m)
{
	for (size_t i = 0; i < g->text.n; i += strlen(g->text.p + i) + 1) {
		const char *const name = g->text.p + i;
		ARRAY_ADD(g->names, &name);
	}
	buf_check(m, &g->names.buf);
	if (g->names.buf.n)
		qsort(g->names.item, ARRAY_COUNT(g->names), sizeof(char *), compare_names);
}

bool git_open(struct git *g, const struct messages *m, const char *root)
{
	static const char *const words[] = {"ls-files", "-z", NULL};
	struct child child;

	g->root = root;
	if (!run_git(root, words, 0, &child))
		return false;
	while (read_some(child.from, m, &g->text))
		continue;
	close(child.from);
	sort_names(g, m);
	return git_wait(child.pid) == 0;
}

/* Reads the output and the messages of git, until it has closed both. Returns false, with errno, on failure. */
static bool read_both(const struct child *child, const struct messages *m, struct iri_buf *out, struct iri_buf *err)
{
	struct pollfd fds[] = {{.fd = child->from, .events = POLLIN}, {.fd = child->err, .events = POLLIN}};
	bool well = true;

	while (well && (fds[0].fd >= 0 || fds[1].fd >= 0)) {
		if (poll(fds, 2, -1) < 0) {
			well = errno == EINTR;
			continue;
		}
		for (size_t i = 0; i < 2; i++)
			if (fds[i].revents && !read_some(fds[i].fd, m, i ? err : out))
				fds[i].fd = -1;
	}
	close(child->from);
	close(child->err);
	return well;
}

/* Whether git ignores a folder. */
static bool git_ignores_folder(const struct messages *m, const char *folder)
{
	/* "." would not do: the pattern "x/" followed by "*" matches it in x. */
	char *const path = realpath(folder, NULL);
	const char *const words[] = {"check-ignore", "-q", "--", path, NULL};
	struct iri_buf out = {0}, err = {0};
	struct child child;
	bool is = false;

	if (path && run_git(folder, words, HAS_ERRORS | IS_APART, &child)) {
		read_both(&child, m, &out, &err);
		is = git_wait(child.pid) == 0;
	}
	free(path);
	iri_buf_free(&out);
	iri_buf_free(&err);
	return is;
}

enum git_answer git_list(struct git *g, const struct messages *m, const char *folder, struct iri_buf *why)
{
	/* The names are those of the file system, not as git would write them. */
	static const char *const list[] = {"-c", "core.ignoreCase=false", "-c", "core.precomposeUnicode=false",
	                                   "ls-files", "-z", "--cached", "--others", "--exclude-standard", NULL};
	struct child child;
	int status = -1;

	why->n = 0;
	errno = 0;
	const bool runs = run_git(folder, list, HAS_ERRORS | IS_APART, &child);
	if (runs && read_both(&child, m, &g->text, why))
		status = git_wait(child.pid);
	else if (runs)
		git_wait(child.pid);
	if (status == NO_GIT)
		return GIT_IS_MISSING;
	if (status != 0 && !why->n)
		buf_add_text(why, errno ? strerror(errno) : "it was interrupted");
	if (status != 0)
		return GIT_FAILS;
	sort_names(g, m);
	return !g->names.buf.n && git_ignores_folder(m, folder) ? GIT_IGNORES_ALL : GIT_LISTS;
}

/* Returns the number of the first name that is not less than the path and, after it, the character `next`. */
static size_t git_lower(const struct git *g, struct iri_str path, char next)
{
	const char *const *const names = g->names.item;
	size_t low = 0, high = ARRAY_COUNT(g->names);

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const char *const name = names[middle];
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
	const char *const *const names = g->names.item;
	const size_t i = git_lower(g, path, next);

	return i < ARRAY_COUNT(g->names) && !strncmp(names[i], path.p, path.n) && names[i][path.n] == next;
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

static void git_stop(struct git_check *check)
{
	if (!check->pid)
		return;
	close(check->to);
	close(check->from);
	git_wait(check->pid);
	check->pid = 0;
}

/* Writes to git, which may have ended. */
static bool git_write(const struct git_check *check, struct iri_str path)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;

	sigaction(SIGPIPE, &ignore, &old);
	const bool is_written = fd_write(check->to, path.p, path.n) && fd_write(check->to, "", 1);
	sigaction(SIGPIPE, &old, NULL);
	return is_written;
}

/* Starts git check-ignore. */
static bool start_check(const struct git *g, struct git_check *check)
{
	static const char *const by_patterns[] = {"check-ignore", "-vnz", "--no-index", "--stdin", NULL};
	static const char *const exact[] = {"check-ignore", "-vnz", "--stdin", NULL};
	struct child child;

	if (!run_git(g->root, check == &g->exact ? exact : by_patterns,
	             HAS_INPUT | (g->is_quiet ? IS_APART | IS_SILENT : 0), &child))
		return false;
	check->pid = child.pid;
	check->to = child.to;
	check->from = child.from;
	return true;
}

/* Asks a process whether git ignores a path. */
static bool ask_check(struct git *g, struct git_check *check, const struct messages *m, struct iri_str path)
{
	size_t ends = 0;

	if (!check->pid && !start_check(g, check))
		return false;
	/* The answer has four fields, each with a NUL: file, line and text of the pattern, and the path. */
	g->answer.n = 0;
	bool goes_on = git_write(check, path);
	while (goes_on && ends < 4) {
		const size_t before = g->answer.n;
		goes_on = read_some(check->from, m, &g->answer);
		for (size_t i = before; i < g->answer.n; i++)
			ends += !g->answer.p[i];
	}
	if (ends < 4) {
		git_stop(check); /* it refuses a path behind a symbolic link, for instance */
		return false;
	}
	const char *const line = g->answer.p + strlen(g->answer.p) + 1, *const pattern = line + strlen(line) + 1;
	return *g->answer.p && *pattern != '!';
}

bool git_ignores(struct git *g, const struct messages *m, struct iri_str path)
{
	const uint32_t known = path.n ? iri_texts_find(&g->asked, path) : IRI_TEXTS_NONE;

	if (known != IRI_TEXTS_NONE)
		return g->ignored.p[known];
	/* Most paths match no pattern. */
	const bool is = path.n && ask_check(g, &g->by_patterns, m, path) && ask_check(g, &g->exact, m, path);
	if (g->asked.n < MOST_ASKED && path.n && path.n <= LONGEST_ASKED) {
		if (iri_texts_add(&g->asked, path) == IRI_TEXTS_NONE)
			message_die(m, NULL, "out of memory");
		iri_buf_putc(&g->ignored, is);
		buf_check(m, &g->ignored);
	}
	return is;
}

bool git_try(struct git *g, const struct messages *m, const char *root)
{
	g->root = root;
	g->is_quiet = true;
	ask_check(g, &g->by_patterns, m, (struct iri_str){"x", 1}); /* a path that it cannot refuse */
	return g->by_patterns.pid;
}

bool git_move(const char *old, const char *new)
{
	const char *const words[] = {"mv", "--", old, new, NULL};
	struct child child;

	if (!run_git(".", words, 0, &child))
		return false;
	close(child.from);
	return git_wait(child.pid) == 0;
}

void git_close(struct git *g)
{
	git_stop(&g->by_patterns);
	git_stop(&g->exact);
	iri_buf_free(&g->text);
	iri_buf_free(&g->names.buf);
	iri_buf_free(&g->answer);
	iri_texts_free(&g->asked);
	iri_buf_free(&g->ignored);
}
