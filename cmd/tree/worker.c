/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum {
	MOST_HELD = 1024 * 1024, /* bytes that a worker holds until the pipe takes them */
	SEND_AT = 32 * 1024,
};

/* In a worker: the first process, the pipes, and what was not sent yet; else all zeros */
static struct {
	pid_t parent;
	int to, from;
	bool has_turn;
	struct iri_buf held;
} self;

bool worker_fill(struct worker *w)
{
	if (w->at < w->n)
		return true;
	const ssize_t n = fd_read(w->from, w->buffer, sizeof w->buffer);
	w->at = 0;
	w->n = n > 0 ? (size_t)n : 0;
	w->has_ended = !w->n;
	return w->n;
}

bool worker_read(struct worker *w, void *to, size_t n)
{
	char *p = to;

	while (n) {
		if (!worker_fill(w))
			return false;
		const size_t some = n < w->n - w->at ? n : w->n - w->at;
		memcpy(p, w->buffer + w->at, some);
		w->at += some;
		p += some;
		n -= some;
	}
	return true;
}

/* Writes n bytes, and waits until the pipe takes them. */
static void worker_write(const void *p, size_t n)
{
	if (!fd_write(self.to, p, n))
		_exit(EXIT_TROUBLE);
}

void worker_flush(void)
{
	struct iri_buf *const b = &self.held;
	size_t sent = 0;

	/* If the first process was killed while this one worked for it, nobody wants the rest. */
	if (getppid() != self.parent)
		_exit(EXIT_TROUBLE);
	for (;;) {
		const ssize_t n = sent < b->n ? write(self.to, b->p + sent, b->n - sent) : 0;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno != EAGAIN)
			_exit(EXIT_TROUBLE);
		if (n <= 0)
			break;
		sent += (size_t)n;
	}
	iri_buf_remove(b, sent);
}

/* Sends what is held. */
static void send_all(void)
{
	worker_write(self.held.p, self.held.n);
	self.held.n = 0;
}

void worker_send(enum frame_kind kind, const void *p, size_t n)
{
	const struct frame frame = {.n = n, .kind = kind};
	struct iri_buf *const b = &self.held;
	const size_t before = b->n;

	if (before + n + sizeof frame <= MOST_HELD) {
		iri_buf_add(b, (const char *)&frame, sizeof frame);
		iri_buf_add(b, p, n);
		if (!b->failed && b->n >= SEND_AT)
			worker_flush();
		if (!b->failed)
			return;
		b->n = before;
		b->failed = false;
	}
	/* It is too much, or memory has run out. */
	send_all();
	worker_write(&frame, sizeof frame);
	worker_write(p, n);
}

/* For struct diversion */
static void divert(int fd, const char *p, size_t n)
{
	worker_send(fd == MESSAGE_ONCE ? FRAME_ONCE : fd == STDOUT_FILENO ? FRAME_OUTPUT : FRAME_ERROR, p, n);
}

/* For struct diversion: message_die was called. */
static void die(void)
{
	worker_send(FRAME_DEAD, NULL, 0);
	send_all();
	_exit(EXIT_TROUBLE);
}

/* Reads a part of an answer. */
static void read_answer(void *to, size_t n)
{
	for (char *p = to; n;) {
		const ssize_t done = fd_read(self.from, p, n);
		if (done <= 0)
			_exit(EXIT_TROUBLE);
		p += done;
		n -= (size_t)done;
	}
}

bool worker_is_here(void)
{
	return self.parent;
}

void worker_ask(struct iri_str question, struct iri_buf *answer)
{
	size_t n;

	worker_send(FRAME_ASK, question.p, question.n);
	send_all();
	read_answer(&n, sizeof n);
	char *const to = iri_buf_reserve(answer, n);
	if (!to)
		return; /* answer->failed ends the program */
	read_answer(to, n);
	answer->n += n;
	self.has_turn = true;
}

void worker_await_turn(void)
{
	struct iri_buf answer = {0};

	if (!self.parent || self.has_turn)
		return;
	worker_ask((struct iri_str){0}, &answer);
	iri_buf_free(&answer);
	self.has_turn = true;
}

/* Opens a pipe whose ends exec closes. */
static bool open_ends(int ends[2])
{
	if (pipe(ends) < 0)
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return true;
}

static void close_ends(const int ends[2])
{
	close(ends[0]);
	close(ends[1]);
}

bool worker_start(struct worker *w, const struct worker *others, size_t n, void (*work)(void *arg), void *arg)
{
	static const struct diversion diversion = {divert, die};
	const pid_t parent = getpid();
	int home[2], out[2];

	if (!open_ends(home))
		return false;
	if (!open_ends(out)) {
		close_ends(home);
		return false;
	}
	const pid_t pid = fork();
	if (pid < 0) {
		close_ends(home);
		close_ends(out);
		return false;
	}
	if (pid == 0) {
		/* Else the other workers would not see that the first process has ended. */
		for (size_t i = 0; i < n; i++)
			close_ends((const int[2]){others[i].from, others[i].to});
		close(home[0]);
		close(out[1]);
		fcntl(home[1], F_SETFL, O_NONBLOCK);
		self.parent = parent;
		self.to = home[1];
		self.from = out[0];
		message_divert(&diversion);
		work(arg);
		send_all();
		_exit(EXIT_WELL);
	}
	close(home[1]);
	*w = (struct worker){.pid = pid, .from = home[0], .to = out[1], .answers = out[0]};
	return true;
}

void worker_begin(size_t batch)
{
	self.has_turn = false;
	worker_send(FRAME_BATCH, &batch, sizeof batch);
}
