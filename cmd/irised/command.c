/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "command.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
	READ_SIZE = 64 * 1024, /* bytes; the size of a pipe on Linux */
	FIRST_FD = STDERR_FILENO + 1,
};

/* Both ends of a pipe; -1 if closed */
struct ends {
	int reader, writer;
};

/* The pipes of a command */
struct pipes {
	struct ends input, output;
};

/* Closes *fd if it is open. Keeps errno. */
static void close_end(int *fd)
{
	const int error = errno;

	if (*fd >= 0)
		close(*fd);
	*fd = -1;
	errno = error;
}

static void close_pipes(struct pipes *p)
{
	struct ends *const all[] = {&p->input, &p->output};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		close_end(&all[i]->reader);
		close_end(&all[i]->writer);
	}
}

/*
 * Opens a pipe whose descriptors are closed by exec. They are greater than the standard descriptors, even if some of
 * those are closed: else dup2 in the child could overwrite one. Returns false and sets errno on failure.
 */
static bool open_pipe(struct ends *e)
{
	int fds[2];

	if (pipe(fds) < 0)
		return false;
	e->reader = fcntl(fds[0], F_DUPFD_CLOEXEC, FIRST_FD);
	if (e->reader >= 0)
		e->writer = fcntl(fds[1], F_DUPFD_CLOEXEC, FIRST_FD);
	close_end(&fds[0]);
	close_end(&fds[1]);
	return e->writer >= 0;
}

static bool set_nonblocking(int fd)
{
	const int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) >= 0;
}

/*
 * Opens the pipes. Only our ends of input and output are non-blocking: the command does not see that, since each end
 * of a pipe has flags of its own.
 */
static bool open_pipes(struct pipes *p)
{
	*p = (struct pipes){{-1, -1}, {-1, -1}};
	if (open_pipe(&p->input) && open_pipe(&p->output) && set_nonblocking(p->input.writer) &&
	    set_nonblocking(p->output.reader))
		return true;
	close_pipes(p);
	return false;
}

/* SIGCHLD is not ignored: else waitpid would return no status, neither here nor in the shell. */
static void set_child_signal(struct sigaction *old)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	sigemptyset(&action.sa_mask);
	sigaction(SIGCHLD, &action, old);
}

/*
 * Runs the shell. exec closes the descriptors of the pipes; the copies that dup2 makes stay open. Returns an errno. Not
 * with fork, which would copy the page tables of all documents.
 */
static int spawn_shell(const char *command, const char *file, const struct pipes *p, pid_t *child)
{
	/* "--": the command may begin with "-". The cast is safe: posix_spawnp does not change the words. */
	char *const words[] = {"sh", "-c", "--", (char *)command, NULL};
	posix_spawn_file_actions_t actions;
	int error;

	if (setenv("IRISED_FILE", file, 1) < 0)
		return errno;
	if ((error = posix_spawn_file_actions_init(&actions)) != 0)
		return error;
	if ((error = posix_spawn_file_actions_adddup2(&actions, p->input.reader, STDIN_FILENO)) == 0 &&
	    (error = posix_spawn_file_actions_adddup2(&actions, p->output.writer, STDOUT_FILENO)) == 0)
		error = posix_spawnp(child, words[0], &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static bool wait_for(pid_t child, int *status)
{
	pid_t done;

	while ((done = waitpid(child, status, 0)) < 0 && errno == EINTR)
		;
	return done == child;
}

/* Whether errno says that the call must be repeated, after poll(2). */
static bool is_temporary(void)
{
	return errno == EINTR || errno == EAGAIN;
}

/* Writes some of the input. Closes the pipe if the command has closed its end. */
static bool write_some(int *fd, struct iri_str *input)
{
	const ssize_t n = write(*fd, input->p, input->n);

	if (n < 0 && errno != EPIPE)
		return is_temporary();
	if (n < 0)
		close_end(fd);
	else
		*input = (struct iri_str){input->p + n, input->n - (size_t)n};
	return true;
}

/* Reads some of the output. Closes the pipe at the end of the output. */
static bool command_read_some(struct command *c)
{
	struct iri_buf *const output = &c->output;
	char *const to = iri_buf_reserve(output, READ_SIZE);

	if (!to) {
		errno = ENOMEM;
		return false;
	}
	const ssize_t n = read(c->out, to, READ_SIZE);
	if (n < 0)
		return is_temporary();
	if (n == 0)
		close_end(&c->out);
	output->n += (size_t)n;
	for (const char *p = to, *const end = to + n; p < end; p++) {
		const size_t stop = (size_t)((p = iri_find_byte(p, end, c->end)) - output->p);
		c->too_much = c->too_much || stop - c->start > c->longest || (p < end && !c->lines);
		if (p == end || c->too_much)
			break;
		c->lines--;
		c->printed++;
		c->start = stop + 1;
	}
	return true;
}

/*
 * Writes the input, and reads meanwhile; once the pipe for input is closed, reads until the output ends. Stops at too
 * much output.
 */
static bool exchange(struct command *c, struct iri_str input)
{
	while (!c->too_much && (c->in < 0 ? c->out >= 0 : input.n > 0)) {
		/* poll skips a descriptor of -1. */
		struct pollfd fds[] = {
		        {.fd = c->in, .events = POLLOUT},
		        {.fd = c->out, .events = POLLIN},
		};
		if (poll(fds, 2, -1) < 0) {
			if (!is_temporary())
				return false;
			continue;
		}
		if (fds[0].revents && !write_some(&c->in, &input))
			return false;
		if (fds[1].revents && !command_read_some(c))
			return false;
	}
	return true;
}

bool command_start(struct command *c, const char *command, const char *file)
{
	struct pipes p;

	if (!open_pipes(&p))
		return false;
	set_child_signal(&c->signal);
	const int error = spawn_shell(command, file, &p, &c->child);
	/* Only the child keeps these ends. So each side sees when the other one has closed its end. */
	close_end(&p.input.reader);
	close_end(&p.output.writer);
	c->in = p.input.writer;
	c->out = p.output.reader;
	if (error) {
		close_pipes(&p);
		sigaction(SIGCHLD, &c->signal, NULL);
		errno = error;
	}
	return !error;
}

bool command_give(struct command *c, struct iri_str input, size_t lines, size_t longest)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;

	c->lines += lines;
	c->longest = longest > c->longest ? longest : c->longest;
	/* The command may end before it has read its input. */
	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPIPE, &ignore, &old);
	const bool well = exchange(c, input);
	sigaction(SIGPIPE, &old, NULL);
	return well;
}

void command_take(struct command *c, size_t n, size_t lines)
{
	iri_buf_remove(&c->output, n);
	c->start -= n < c->start ? n : c->start;
	c->printed -= lines;
}

bool command_end(struct command *c, int *status)
{
	close_end(&c->in);
	int error = exchange(c, (struct iri_str){"", 0}) ? 0 : errno;
	/* If the command still runs, it now gets SIGPIPE for more output. */
	close_end(&c->out);
	if (!wait_for(c->child, status) && !error)
		error = errno;
	sigaction(SIGCHLD, &c->signal, NULL);
	errno = error;
	return !error;
}

void command_free(struct command *c)
{
	iri_buf_free(&c->output);
}
