/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "command.h"

#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
	struct ends failure; /* the child writes errno there if it cannot run the shell */
};

struct dispositions {
	struct sigaction pipe, child;
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
	struct ends *const all[] = {&p->input, &p->output, &p->failure};

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
	*p = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}};
	if (open_pipe(&p->input) && open_pipe(&p->output) && open_pipe(&p->failure) &&
	    set_nonblocking(p->input.writer) && set_nonblocking(p->output.reader))
		return true;
	close_pipes(p);
	return false;
}

/*
 * Sets the signals for the time in which the command runs. SIGPIPE is ignored: the command may end before it has read
 * its input. SIGCHLD is not: else waitpid would return no status, neither here nor in the shell.
 */
static void set_signals(struct dispositions *old)
{
	struct sigaction action = {.sa_handler = SIG_IGN};

	sigemptyset(&action.sa_mask);
	sigaction(SIGPIPE, &action, &old->pipe);
	action.sa_handler = SIG_DFL;
	sigaction(SIGCHLD, &action, &old->child);
}

static void restore_signals(const struct dispositions *old)
{
	sigaction(SIGPIPE, &old->pipe, NULL);
	sigaction(SIGCHLD, &old->child, NULL);
}

/* In the child: becomes the shell. exec closes the descriptors of the pipes; the copies that dup2 makes stay open. */
static _Noreturn void run_shell(const char *command, const char *file, const struct pipes *p,
                                const struct dispositions *old)
{
	/* "--": the command may begin with "-". The cast is safe: execvp does not change the words. */
	char *const words[] = {"sh", "-c", "--", (char *)command, NULL};

	sigaction(SIGPIPE, &old->pipe, NULL);
	if (dup2(p->input.reader, STDIN_FILENO) >= 0 && dup2(p->output.writer, STDOUT_FILENO) >= 0 &&
	    setenv("IRISED_FILE", file, 1) == 0)
		execvp(words[0], words);
	const int error = errno;
	while (write(p->failure.writer, &error, sizeof error) < 0 && errno == EINTR)
		;
	_exit(127);
}

/* Waits until the child has become the shell, and returns 0; or returns the errno with which it failed. */
static int read_failure(int fd)
{
	int error = 0;
	ssize_t n;

	while ((n = read(fd, &error, sizeof error)) < 0 && errno == EINTR)
		;
	return n < 0 ? errno : error;
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

/* Writes some of the input. Closes the pipe after the last byte, or if the command has closed its end. */
static bool write_some(int *fd, struct iri_str *input)
{
	if (input->n) {
		const ssize_t n = write(*fd, input->p, input->n);
		if (n < 0 && errno != EPIPE)
			return is_temporary();
		const size_t done = n < 0 ? input->n : (size_t)n;
		input->p += done;
		input->n -= done;
	}
	if (!input->n)
		close_end(fd);
	return true;
}

/* The output up to now, and how much more is wanted */
struct reading {
	struct iri_buf *output;
	size_t start;   /* of the current line, in `output` */
	struct command_limits left;
	bool too_much;  /* there are more lines, or there is a longer one */
};

/* Reads some of the output. Closes the pipe at the end of the output. */
static bool command_read_some(int *fd, struct reading *r)
{
	struct iri_buf *const output = r->output;
	char *const to = iri_buf_reserve(output, READ_SIZE);

	if (!to) {
		errno = ENOMEM;
		return false;
	}
	const ssize_t n = read(*fd, to, READ_SIZE);
	if (n < 0)
		return is_temporary();
	if (n == 0)
		close_end(fd);
	output->n += (size_t)n;
	for (const char *p = to, *const end = to + n; p < end; p++) {
		const size_t stop = (size_t)((p = iri_find_byte(p, end, r->left.end)) - output->p);
		r->too_much = r->too_much || stop - r->start > r->left.longest || (p < end && !r->left.lines);
		if (p == end || r->too_much)
			break;
		r->left.lines--;
		r->start = stop + 1;
	}
	return true;
}

/* Writes and reads until both pipes are closed, or there is too much output. */
static bool exchange(struct pipes *p, struct iri_str input, struct reading *r)
{
	while (!r->too_much && (p->input.writer >= 0 || p->output.reader >= 0)) {
		/* poll skips a descriptor of -1. */
		struct pollfd fds[] = {
		        {.fd = p->input.writer, .events = POLLOUT},
		        {.fd = p->output.reader, .events = POLLIN},
		};
		if (poll(fds, 2, -1) < 0) {
			if (!is_temporary())
				return false;
			continue;
		}
		if (fds[0].revents && !write_some(&p->input.writer, &input))
			return false;
		if (fds[1].revents && !command_read_some(&p->output.reader, r))
			return false;
	}
	return true;
}

bool command_run(const char *command, const char *file, struct iri_str input,
                 const struct command_limits *limits, struct iri_buf *output, int *status)
{
	struct reading reading = {.output = output, .start = output->n, .left = *limits};
	struct pipes p;
	struct dispositions old;
	int error = 0;

	if (!open_pipes(&p))
		return false;
	set_signals(&old);
	const pid_t child = fork();
	if (child == 0)
		run_shell(command, file, &p, &old);
	if (child < 0)
		error = errno;
	/* Only the child keeps these ends. So each side sees when the other one has closed its end. */
	close_end(&p.input.reader);
	close_end(&p.output.writer);
	close_end(&p.failure.writer);
	if (!error)
		error = read_failure(p.failure.reader);
	if (!error && !exchange(&p, input, &reading))
		error = errno;
	/* If the command still runs, it now gets the end of its input, and SIGPIPE for more output. */
	close_pipes(&p);
	if (child > 0 && !wait_for(child, status) && !error)
		error = errno;
	restore_signals(&old);
	if (error)
		errno = error;
	return !error;
}
