/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "message.h"

#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t fd_read(int fd, char *to, size_t n)
{
	ssize_t done;

	while ((done = read(fd, to, n)) < 0 && (errno == EINTR || errno == EAGAIN))
		if (errno == EAGAIN)
			poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1);
	return done;
}

static const struct diversion *diversion; /* or NULL */

void message_divert(const struct diversion *d)
{
	diversion = d;
}

/* Writes all, or returns false with errno. */
static bool write_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t done = write(fd, p, n);
		if (done < 0 && errno == EAGAIN)
			poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
		else if (done < 0 && errno != EINTR)
			return false;
		if (done < 0)
			continue;
		p += done;
		n -= (size_t)done;
	}
	return true;
}

/* What erases the line that the cursor is in */
#define ERASE "\r\033[K"

static bool is_shown; /* the line of message_show */

void message_show(struct iri_str line)
{
	struct iri_buf b = {0};

	buf_add_text(&b, ERASE);
	iri_buf_add(&b, line.p, line.n);
	if (!b.failed)
		is_shown = write_all(STDERR_FILENO, b.p, b.n);
	iri_buf_free(&b);
}

void message_hide(void)
{
	if (is_shown)
		write_all(STDERR_FILENO, ERASE, sizeof ERASE - 1);
	is_shown = false;
}

bool fd_write(int fd, const char *p, size_t n)
{
	if (!n)
		return true;
	if (fd != STDOUT_FILENO && fd != STDERR_FILENO)
		return write_all(fd, p, n);
	if (diversion && diversion->write) {
		diversion->write(fd, p, n);
		return true;
	}
	message_hide();
	return write_all(fd, p, n);
}

/* Calls write(2) once for a message, so that messages of several filters in a pipeline do not mix. */
void message_say(const struct messages *m, const char *what, const char *text)
{
	struct iri_buf b = {0};
	char line[512]; /* so that a message about memory needs none */
	const int n = what ? -1 : snprintf(line, sizeof line, "%s: %s\n", m->tool, text);

	if (n >= 0 && (size_t)n < sizeof line) {
		fd_write(STDERR_FILENO, line, (size_t)n);
		return;
	}
	buf_add_format(&b, "%s: ", m->tool);
	if (what)
		buf_add_visible(&b, what);
	buf_add_format(&b, "%s%s\n", what ? ": " : "", text);
	/* If this write fails, only the exit status reports it: all callers set EXIT_TROUBLE. */
	if (!b.failed) {
		fd_write(STDERR_FILENO, b.p, b.n);
	} else {
		/* Out of memory: writes piece by piece, without `what`, which cannot be escaped now. */
		const char *const pieces[] = {m->tool, ": ", text, "\n"};
		for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
			fd_write(STDERR_FILENO, pieces[i], strlen(pieces[i]));
	}
	iri_buf_free(&b);
}

void message_once_line(struct messages *m, struct iri_str line)
{
	const uint32_t n = m->said.n, number = iri_texts_add(&m->said, line);

	if (number == IRI_TEXTS_NONE)
		message_die(m, NULL, "out of memory");
	if (number == n)
		fd_write(STDERR_FILENO, line.p, line.n);
}

void message_once(struct messages *m, const char *what, const char *text)
{
	struct iri_buf b = {0};

	buf_add_format(&b, "%s: ", m->tool);
	buf_add_visible(&b, what);
	buf_add_format(&b, ": %s\n", text);
	buf_check(m, &b);
	if (diversion && diversion->write)
		diversion->write(MESSAGE_ONCE, b.p, b.n);
	else
		message_once_line(m, iri_contents(&b));
	iri_buf_free(&b);
}

_Noreturn void message_die(const struct messages *m, const char *what, const char *text)
{
	message_say(m, what, text);
	if (diversion)
		diversion->end();
	exit(EXIT_TROUBLE);
}

void buf_check(const struct messages *m, const struct iri_buf *b)
{
	if (b->failed)
		message_die(m, NULL, "out of memory");
}

struct iri_str buf_pad(const struct messages *m, struct iri_buf *b)
{
	char *const padding = iri_buf_reserve(b, IRI_PADDING);

	buf_check(m, b);
	memset(padding, 0, IRI_PADDING);
	return (struct iri_str){b->p, b->n};
}

void stdout_write(const struct messages *m, const char *p, size_t n)
{
	if (!fd_write(STDOUT_FILENO, p, n))
		message_die(m, "stdout", strerror(errno));
}

void stdout_close(const struct messages *m)
{
	if (close(STDOUT_FILENO) < 0 && errno != EBADF)
		message_die(m, "stdout", strerror(errno));
}

size_t message_column(struct messages *m, size_t off)
{
	/* Calls mostly have ascending offsets. Then each character of the line is counted only once. */
	if (off < m->n_counted)
		m->n_counted = m->n_chars = 0;
	m->n_chars += iri_count_chars((struct iri_str){m->place.text.p + m->n_counted, off - m->n_counted});
	m->n_counted = off;
	return m->place.column + m->n_chars;
}

void message_in_place(struct messages *m, uintmax_t line, size_t column, const char *text, const char *hint)
{
	struct iri_buf b = {0};

	iri_buf_reserve(&b, 500); /* most messages need no more */
	buf_add_text(&b, m->tool);
	buf_add_text(&b, ": ");
	buf_add_visible(&b, m->place.file);
	iri_buf_putc(&b, ':');
	buf_add_number(&b, line);
	iri_buf_putc(&b, ':');
	buf_add_number(&b, column);
	buf_add_text(&b, ": ");
	buf_add_text(&b, text);
	if (hint) {
		buf_add_text(&b, "; ");
		buf_add_text(&b, hint);
	}
	iri_buf_putc(&b, '\n');
	buf_check(m, &b);
	if (!fd_write(STDERR_FILENO, b.p, b.n) && errno != EBADF)
		message_raise(m, EXIT_TROUBLE);
	iri_buf_free(&b);
}

void message_at(struct messages *m, size_t off, const char *text, const char *hint)
{
	message_in_place(m, m->place.line, message_column(m, off), text, hint);
}

void message_invalid(struct messages *m, size_t off, const char *text, const char *hint)
{
	message_raise(m, EXIT_INVALID);
	if (!m->quiet)
		message_at(m, off, text, hint);
}

void message_add_note(struct messages *m, size_t off, const char *text)
{
	iri_buf_add(&m->notes, text, strlen(text) + 1);
	ARRAY_ADD(m->note_offsets, &off);
	buf_check(m, &m->notes);
	buf_check(m, &m->note_offsets.buf);
	m->n_notes++;
}

void message_add_refusal(struct messages *m, size_t off, const struct iri_refusal *r)
{
	char why[256], text[300];

	iri_refusal_text(r, why, sizeof why);
	snprintf(text, sizeof text, "this label stays as it is: %s%s", why,
	         r->why == IRI_REFUSED_BIDI ? " (--bidi)" : "");
	message_add_note(m, off, text);
}

void message_print_notes(struct messages *m, size_t from)
{
	const size_t *const offsets = m->note_offsets.item;
	const char *text = m->notes.p;

	for (size_t i = 0; i < m->n_notes; i++) {
		message_at(m, from + offsets[i], text, NULL);
		text += strlen(text) + 1;
	}
	m->n_notes = m->notes.n = m->note_offsets.buf.n = 0;
}
