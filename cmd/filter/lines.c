/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "lines.h"

#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIRECT = 16 * 1024 }; /* a run of at least this many bytes is written from the input buffer, not copied */

/*
 * Opens /dev/null for each standard descriptor that is closed. Else the next file would get that descriptor, and
 * messages or output would go into the file. Input is opened only for writing, and output and messages only for
 * reading: so a read or write is still an error. prints: the tool writes to standard output, and cannot run without it
 */
static void fill_closed_descriptors(const struct messages *m, bool prints)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			exit(EXIT_TROUBLE);
		if (fd == STDOUT_FILENO && prints)
			message_die(m, "stdout", strerror(EBADF));
	}
}

void lines_open_charset(struct lines *l, struct options *o)
{
	struct reject *r = &l->reject;
	struct iri_buf text = {0};

	if (!o->charset || charset_is_utf8(o->charset))
		return;
	l->charset = r->charset = charset_decoder(o->charset, o->eol);
	if (l->charset && o->reject) {
		r->encoder = charset_encoder(o->charset);
		r->decoder = r->encoder || errno != ENOMEM ? charset_decoder(o->charset, o->eol) : NULL;
	}
	if (!l->charset || (o->reject && !r->decoder))
		options_refuse(l->messages, "--charset", charset_refusal(&text, o->charset, errno));
	/* RFC 3987, section 3.1, step 1: variant b normalizes, variant c does not. */
	if (!charset_is_unicode(l->charset))
		o->nfc = true;
}

void lines_open(struct lines *l, struct messages *m, struct options *o)
{
	l->messages = m;
	l->reject.messages = m;
	l->eol = l->reject.eol = o->eol;
	fill_closed_descriptors(m, !o->check);
	lines_open_charset(l, o);
	reject_open(&l->reject, o->reject);
}

void lines_close(struct lines *l)
{
	stdout_close(l->messages);
	reject_close(&l->reject);
	charset_close(l->charset); /* also l->own, which is the same */
	iri_buf_free(&l->in);
	iri_buf_free(&l->out);
}

/* Calls stat, not open, for names: if a FIFO were opened and closed here, its writer could end before it is read. */
void lines_check_inputs(const struct lines *l, int n, char **names)
{
	for (int i = 0; i < n; i++) {
		const bool is_stdin = lines_is_stdin(l, names[i]);
		struct stat st;
		const char *const why = (is_stdin ? fstat(STDIN_FILENO, &st) : stat(names[i], &st)) == 0
		                                ? reject_check_input(&l->reject, &st)
		                                : NULL;
		if (why)
			message_die(l->messages, is_stdin ? lines_stdin_name(l) : names[i], why);
	}
}

int lines_open_input(struct lines *l, const char *name, const char *advice)
{
	struct messages *const m = l->messages;
	const bool is_stdin = lines_is_stdin(l, name);
	const int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	const char *why = NULL;
	struct stat st;

	m->place.file = is_stdin ? lines_stdin_name(l) : name;
	if (fd < 0)
		why = strerror(errno);
	else if (fstat(fd, &st) == 0)
		why = reject_check_input(&l->reject, &st);
	if (!why)
		return fd;
	char text[256];
	if (fd < 0 && advice) {
		snprintf(text, sizeof text, "%s; %s", why, advice);
		why = text;
	}
	message_say(m, m->place.file, why);
	message_raise(m, EXIT_TROUBLE);
	if (fd > STDIN_FILENO)
		close(fd);
	return -1;
}

void lines_begin(struct lines *l, bool is_file)
{
	l->messages->line = 0;
	l->is_file = is_file;
	l->in.n = 0;
	l->passed = 0;
	if (l->own) {
		charset_close(l->own);
		l->own = l->charset = NULL;
	}
	if (l->charset)
		charset_begin(l->charset);
	reject_begin(&l->reject);
}

/* Removes up to n bytes from l->memory, and copies them. */
static ssize_t take_memory(struct lines *l, char *to, size_t n)
{
	if (n > l->memory.n)
		n = l->memory.n;
	if (!n)
		return 0;
	memcpy(to, l->memory.p, n);
	l->memory.p += n;
	l->memory.n -= n;
	return (ssize_t)n;
}

bool lines_fill(struct lines *l, int fd)
{
	struct messages *const m = l->messages;
	struct iri_buf *const raw = &l->reject.raw, *const to = l->charset ? raw : &l->in;

	if (l->reject.fd < 0)
		raw->n = 0;
	if (!iri_buf_reserve(to, BLOCK + IRI_PADDING))
		message_die(m, NULL, "out of memory");
	ssize_t n = fd < 0 ? take_memory(l, to->p + to->n, BLOCK) : fd_read(fd, to->p + to->n, BLOCK);
	if (n < 0) {
		message_say(m, m->place.file, strerror(errno));
		message_raise(m, EXIT_TROUBLE);
		n = 0;
	}
	if (l->charset)
		charset_decode(l->charset, to->p + to->n, (size_t)n, n == 0, &l->in);
	to->n += (size_t)n;
	buf_pad(m, &l->in);
	return n > 0;
}

void lines_decode(struct lines *l, struct charset *cs, bool at_end)
{
	const struct iri_buf raw = l->in;

	/* As after lines_fill, the bytes of the file are in reject.raw, and their text is in l->in. */
	l->in = l->reject.raw;
	l->in.n = 0;
	l->reject.raw = raw;
	l->charset = l->own = cs;
	lines_keep_places(l);
	charset_decode(cs, raw.p, raw.n, at_end, &l->in);
	buf_pad(l->messages, &l->in);
}

void lines_keep_places(struct lines *l)
{
	if (l->charset && !charset_keep_places(l->charset))
		message_die(l->messages, NULL, "out of memory");
}

uintmax_t lines_place(struct lines *l, const char *p, bool end)
{
	const size_t off = (size_t)(p - l->in.p);

	return l->charset ? charset_place(l->charset, iri_contents(&l->in), off, end) : l->passed + off;
}

void lines_discard(struct lines *l, size_t n)
{
	if (l->charset)
		charset_discard(l->charset, iri_contents(&l->in), n);
	l->passed += n;
	l->in.n -= n;
	if (n)
		memmove(l->in.p, l->in.p + n, l->in.n);
	if (l->charset && l->reject.fd >= 0)
		reject_discard(&l->reject, l->messages->line);
}

bool lines_read_block(const struct lines *l, int fd, struct iri_buf *to, size_t *n)
{
	char *const p = iri_buf_reserve(to, BLOCK);
	const ssize_t got = p ? fd_read(fd, p, BLOCK) : -1;

	*n = got > 0 ? (size_t)got : 0;
	to->n += *n;
	if (got < 0)
		message_say(l->messages, l->messages->place.file, to->failed ? "out of memory" : strerror(errno));
	return got >= 0;
}

bool lines_read_all(const struct lines *l, int fd, struct iri_buf *all)
{
	size_t n;

	while (lines_read_block(l, fd, all, &n))
		if (!n)
			return true;
	return false;
}

bool lines_read(struct lines *l, const char *name, void (*line)(void *arg, struct iri_str line), void *arg)
{
	struct messages *const m = l->messages;
	struct iri_buf all = {0};
	const int fd = lines_open_input(l, name, NULL);

	if (fd < 0)
		return false;
	const bool complete = lines_read_all(l, fd, &all);
	m->line = 0;
	const size_t bom = iri_begins_with_bom((struct iri_str){all.p, all.n}) ? 3 : 0;
	for (const char *p = all.p ? all.p + bom : "", *end = p + (all.n - bom); complete && p < end;) {
		const char *eol = memchr(p, l->eol, (size_t)(end - p));
		message_next_line(m, (struct iri_str){p, (size_t)((eol ? eol : end) - p)});
		line(arg, m->place.text);
		p = eol ? eol + 1 : end;
	}
	iri_buf_free(&all);
	if (fd > STDIN_FILENO)
		close(fd);
	return complete;
}

void lines_end_run(struct lines *l)
{
	if (l->run.n >= DIRECT) {
		lines_flush(l);
		stdout_write(l->messages, l->run.p, l->run.n);
	} else {
		iri_buf_add(&l->out, l->run.p, l->run.n);
	}
	l->run.n = 0;
}

void lines_add(struct lines *l, struct iri_str s)
{
	char *to = iri_buf_reserve(&l->out, s.n + 1);

	if (!to)
		return;
	if (s.n)
		memcpy(to, s.p, s.n);
	to[s.n] = l->eol;
	l->out.n += s.n + 1;
}

void lines_flush(struct lines *l)
{
	buf_check(l->messages, &l->out);
	reject_flush(&l->reject);
	stdout_write(l->messages, l->out.p, l->out.n);
	l->out.n = 0;
}
