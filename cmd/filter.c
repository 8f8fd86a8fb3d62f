/* SPDX-License-Identifier: ISC */
/* The loop over files and blocks of input, and what a tool may ask of the filter. */
#include "config.h"

#include "handle.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether the tool may pass some lines at once. */
static bool may_pass_lines(const struct filter *f)
{
	const struct options *const o = &f->options;

	return (f->tool->skip || f->tool->convert) && f->whole && !o->html && !o->nfc && o->eol == '\n';
}

/* Has the tool process many lines at once; returns the end of those that it did. The text is whole lines. */
static const char *pass_lines(struct filter *f, const char *p, const char *end)
{
	const struct filter_tool *tool = f->tool;
	const bool check = f->options.check;
	struct iri_str *const run = &f->lines.run;
	size_t n, lines;

	do {
		n = lines = 0;
		if (tool->skip)
			n = tool->skip(tool->self, p, end, &lines);
		f->messages.place.line += lines;
		if (n && !check) {
			if (!run->n)
				run->p = p;
			run->n += n;
		}
		p += n;
		if (!tool->convert || p == end)
			break;
		lines_end_run(&f->lines);
		n = tool->convert(tool->self, p, end, check ? NULL : &f->lines.out, &lines);
		f->messages.place.line += lines;
		p += n;
		/* The first of them would have been skipped if it were to stay as it is. */
		if (n && check)
			message_raise(&f->messages, EXIT_INVALID);
		if (f->lines.out.n >= BLOCK)
			lines_flush(&f->lines);
	} while (n);
	return p;
}

static void filter_file(struct filter *f, int fd)
{
	struct lines *const l = &f->lines;
	size_t searched = 0; /* bytes of the input that are known to have no end of line */
	bool more = true;

	lines_begin(l, true);
	while (more && !f->stop) {
		lines_flush(l); /* the read may block, and somebody may be waiting for what we know */
		more = lines_fill(l, fd);
		const char *p = l->in.p, *end = p + l->in.n, *eol;
		const char *from = p + searched, *whole = end; /* the end of the last line that is whole */
		while (whole > from && whole[-1] != l->eol)
			whole--;
		if (whole == from)
			whole = p;
		while (!f->stop) {
			if (f->skips && p < whole)
				p = from = pass_lines(f, p, whole);
			eol = memchr(from, l->eol, (size_t)(end - from));
			if (!eol)
				break;
			handle_line(f, p, (size_t)(eol - p), true);
			p = from = eol + 1;
		}
		if (!more && !f->stop && p < end)
			handle_line(f, p, (size_t)(end - p), false);
		lines_end_run(l);
		lines_forget(l, (size_t)(p - l->in.p));
		searched = l->in.n;
	}
	lines_flush(l);
}

static void filter_named(struct filter *f, const char *name)
{
	const int fd = lines_open_input(&f->lines, name, true);

	if (fd < 0)
		return;
	filter_file(f, fd);
	if (fd != STDIN_FILENO)
		close(fd);
}

void filter_feed(struct filter *f, const char *name, int n, char **operands)
{
	struct iri_buf *const in = &f->lines.in;

	f->messages.place.file = name;
	lines_begin(&f->lines, false);
	/* In another charset each operand begins in the initial state. */
	for (int i = 0; i < n; i++) {
		const size_t len = strlen(operands[i]);
		if (i)
			iri_buf_putc(in, '\t');
		if (f->lines.charset)
			charset_decode(f->lines.charset, operands[i], len, true, in);
		else
			iri_buf_add(in, operands[i], len);
	}
	const struct iri_str line = buf_pad(&f->messages, in);
	f->part = true;
	handle_line(f, line.p, line.n, false);
	f->part = false;
	lines_end_run(&f->lines);
	lines_flush(&f->lines);
}

bool filter_read(struct filter *f, const char *name, bool (*line)(void *self, struct iri_str line), void *self)
{
	return lines_read(&f->lines, name, line, self);
}

_Noreturn void filter_die(struct filter *f, const char *what, const char *text)
{
	lines_flush(&f->lines);
	message_die(&f->messages, what, text);
}

void filter_error(struct filter *f, const struct iri_error *err, size_t from)
{
	char text[256];

	if (err->status == IRI_NO_MEMORY)
		message_die(&f->messages, NULL, "out of memory");
	iri_error_text(err, text, sizeof text);
	message_invalid(&f->messages, from + err->off, text, NULL);
}

void filter_raise(struct filter *f)
{
	message_raise(&f->messages, EXIT_INVALID);
}

void filter_note(struct filter *f, size_t off, const char *text)
{
	message_add_note(&f->messages, off, text);
}

void filter_locate(struct filter *f, size_t *offsets, size_t *columns, size_t n)
{
	reference_lead_back(&f->reference, offsets, n);
	for (size_t i = 0; i < n; i++) {
		offsets[i] += (size_t)(f->reference.raw.p - f->messages.place.text.p);
		columns[i] = message_column(&f->messages, offsets[i]);
	}
}

struct filter_place filter_place(const struct filter *f)
{
	return f->messages.place;
}

struct iri_str filter_original(const struct filter *f)
{
	return f->reference.trimmed;
}

struct iri_buf *filter_output(struct filter *f)
{
	return &f->lines.out;
}

struct iri_str filter_pad(const struct filter *f, struct iri_buf *b)
{
	return buf_pad(&f->messages, b);
}

bool filter_wants_nfc(const struct filter *f)
{
	return f->options.nfc;
}

bool filter_checks(const struct filter *f)
{
	return f->options.check;
}

char filter_line_end(const struct filter *f)
{
	return f->options.eol;
}

int filter_main(struct filter_tool *tool, int argc, char **argv)
{
	struct filter f = {.tool = tool, .messages.tool = tool->name};
	const struct options *const o = &f.options;

	options_parse(&f.options, &f.messages, tool, argc, argv);
	f.messages.quiet = o->quiet;
	lines_open(&f.lines, &f.messages, &f.options);
	f.reference = (struct reference){.tool = tool, .options = o, .messages = &f.messages};
	f.whole = !f.lines.charset && !o->field && !o->split;
	f.skips = may_pass_lines(&f);
	if (!tool->start || !tool->start(tool, &f, argc - optind, argv + optind)) {
		char *standard_input[] = {"-"}, **const names = optind == argc ? standard_input : argv + optind;
		const int n = optind == argc ? 1 : argc - optind;
		lines_check_inputs(&f.lines, n, names);
		for (int i = 0; i < n && !f.stop; i++)
			filter_named(&f, names[i]);
	}
	if (tool->finish) {
		tool->finish(tool->self, &f);
		lines_flush(&f.lines);
	}
	lines_close(&f.lines);
	reference_close(&f.reference);
	iri_buf_free(&f.messages.notes);
	free(f.messages.note_offsets);
	return f.messages.status;
}
