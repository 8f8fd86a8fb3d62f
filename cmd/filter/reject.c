/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "reject.h"

#include "cmd/file/identity.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Whether the descriptor is open for the file that st describes. */
static bool is_same_file(int fd, const struct stat *st)
{
	struct stat x;

	return fstat(fd, &x) == 0 && identity_same(&x, st);
}

const char *reject_check_input(const struct reject *r, const struct stat *st)
{
	if (!S_ISREG(st->st_mode))
		return NULL;
	if (is_same_file(STDOUT_FILENO, st))
		return "this file is also the output; write the output to another file";
	if (is_same_file(STDERR_FILENO, st))
		return "messages go to this file, too; send them to another file";
	if (r->fd >= 0 && is_same_file(r->fd, st))
		return "this file is also the reject file; name another one with --reject";
	return NULL;
}

void reject_open(struct reject *r, const char *name)
{
	struct stat st;

	r->fd = -1;
	r->name = name;
	if (!name)
		return;
	const int fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (fd < 0 || fstat(fd, &st) < 0)
		message_die(r->messages, name, strerror(errno));
	const char *const why = reject_check_input(r, &st);
	if (why)
		message_die(r->messages, name, why);
	r->fd = fd;
	if (!r->charset || !S_ISREG(st.st_mode) || !st.st_size)
		return;
	/* The first bytes of the file show its byte order; new lines get the same. */
	const int old = open(name, O_RDONLY | O_CLOEXEC);
	char start[4];
	const ssize_t n = old >= 0 ? read(old, start, sizeof start) : 0;
	if (n > 0)
		charset_adopt_order(r->charset, start, (size_t)n);
	if (old >= 0)
		close(old);
}

void reject_begin(struct reject *r)
{
	r->raw.n = r->raw_at = 0;
	r->raw_passed = r->whole_line = 0;
}

/* Moves raw_at forward to the start of this line of the file. */
static void seek_raw(struct reject *r, uintmax_t line)
{
	struct iri_str rest = {r->raw.p + r->raw_at, r->raw.n - r->raw_at};

	for (; r->raw_passed + 1 < line; r->raw_passed++)
		charset_cut_line(r->charset, &rest);
	r->raw_at = r->raw.n - rest.n;
}

void reject_discard(struct reject *r, uintmax_t line)
{
	seek_raw(r, line + 1);
	r->raw.n -= r->raw_at;
	memmove(r->raw.p, r->raw.p + r->raw_at, r->raw.n);
	r->raw_at = 0;
}

void reject_add(struct reject *r, struct iri_str line, bool part, bool from_file)
{
	const uintmax_t number = r->messages->line;

	if (!r->charset) {
		iri_buf_add(&r->lines, line.p, line.n);
		iri_buf_putc(&r->lines, r->eol);
		return;
	}
	if (part && r->whole_line == number)
		return;
	if (r->encoder && part && charset_add_encoded(r->charset, r->encoder, r->decoder, line, &r->lines))
		return;
	if (part)
		r->whole_line = number;
	if (from_file) {
		seek_raw(r, number);
		struct iri_str rest = {r->raw.p + r->raw_at, r->raw.n - r->raw_at};
		line = charset_cut_line(r->charset, &rest);
	}
	charset_add_original(r->charset, line, from_file && number == 1, &r->lines);
}

/*
 * Several processes can append to one file: each writes whole lines, if possible in one call of write(2). A new file
 * may first need a byte order mark. The lock makes the other processes wait until both are written. Where files cannot
 * be locked, they do not wait.
 */
void reject_flush(struct reject *r)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	const struct iri_str lines = iri_contents(&r->lines);
	struct iri_buf start = {0};
	struct stat st;

	buf_check(r->messages, &r->lines);
	if (!lines.n)
		return;
	fcntl(r->fd, F_SETLKW, &lock);
	if (fstat(r->fd, &st) == 0 && st.st_size == 0 && !r->begun) {
		if (r->charset)
			charset_add_start(r->charset, lines, &start);
		else if (!r->bytes && iri_begins_with_bom(lines))
			/* This U+FEFF is text. A reader would remove it as a byte order mark, so write it twice. */
			iri_buf_add(&start, lines.p, 3);
	}
	buf_check(r->messages, &start);
	r->begun = true;
	if (!fd_write(r->fd, start.p, start.n) || !fd_write(r->fd, lines.p, lines.n))
		message_die(r->messages, r->name, strerror(errno));
	lock.l_type = F_UNLCK;
	fcntl(r->fd, F_SETLK, &lock);
	iri_buf_free(&start);
	r->lines.n = 0;
}

void reject_close(struct reject *r)
{
	if (r->fd >= 0 && close(r->fd) < 0)
		message_die(r->messages, r->name, strerror(errno));
	charset_close(r->encoder);
	charset_close(r->decoder);
	iri_buf_free(&r->raw);
	iri_buf_free(&r->lines);
}
