/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "loop.h"

#include "at_once.h"
#include "fields.h"

#include "lib/base/str.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * Returns advice for an operand that is no file, in the buffer `text`: how to pass an IRI, if the operand begins like
 * one that has an authority; else NULL. With FILTER_BYTES, any operand may be a line.
 */
static const char *operand_advice(const struct filter *f, const char *name, char *text, size_t size)
{
	const char *const slashes = strstr(name, "://");
	const struct iri_str start = {name, slashes ? (size_t)(slashes + 3 - name) : 0};
	const bool any = f->flags & FILTER_BYTES;
	struct iri_ref ref;

	if (!any && (!slashes || iri_parse(start, IRI_REQUIRE_SCHEME, &ref, NULL) != IRI_OK))
		return NULL;
	snprintf(text, size, "to give %s, pipe it in: printf '%%s\\n' %s | %s", any ? "a name" : "an IRI",
	         any ? "NAME" : "IRI", f->tool->name);
	return text;
}

/* Processes a file, or standard input for "-". If it cannot be opened or read, prints a message and returns. */
static void filter_file(struct filter *f, const char *name)
{
	struct lines *const l = &f->lines;
	char advice[128];
	const int fd = lines_open_input(l, name, operand_advice(f, name, advice, sizeof advice));
	const bool at_once = at_once_is_possible(f);
	size_t searched = 0; /* this many bytes at the start of the input contain no line end */
	bool more = true;

	if (fd < 0)
		return;
	lines_begin(l, true);
	while (more && !f->stop) {
		lines_flush(l); /* the read may block, and the reader of the output may wait for these lines */
		more = lines_fill(l, fd);
		at_once_begin(&f->at_once);
		const char *p = l->in.p, *end = p + l->in.n, *eol;
		const char *from = p + searched, *whole_end = end; /* the end of the last whole line */
		while (whole_end > from && whole_end[-1] != l->eol)
			whole_end--;
		if (whole_end == from)
			whole_end = p;
		while (!f->stop) {
			/* Only filter_line removes a byte order mark. */
			if (at_once && p < whole_end &&
			    (f->messages.line || !iri_begins_with_bom(iri_between(p, whole_end))))
				p = from = at_once_process(f, p, whole_end);
			eol = memchr(from, l->eol, (size_t)(end - from));
			if (!eol)
				break;
			filter_line(f, iri_between(p, eol), true);
			p = from = eol + 1;
		}
		if (!more && !f->stop && p < end)
			filter_line(f, iri_between(p, end), false);
		lines_end_run(l);
		lines_discard(l, (size_t)(p - l->in.p));
		searched = l->in.n;
	}
	lines_flush(l);
	if (fd != STDIN_FILENO)
		close(fd);
}

/* Appends an operand to the input, decoded as a text of its own, from the charset's initial state. */
static void read_operand(struct filter *f, const char *operand)
{
	struct iri_buf *const in = &f->lines.in;
	const size_t len = strlen(operand);

	if (f->lines.charset)
		charset_decode(f->lines.charset, operand, len, true, in);
	else
		iri_buf_add(in, operand, len);
}

/* Begins a file that consists of operands, and has this name. */
static void begin_operands(struct filter *f, const char *name)
{
	if (f->options.located)
		filter_die(f, NULL, "--located is for lines; operands have no place, so leave it out");
	f->messages.place.file = name;
	lines_begin(&f->lines, false);
	f->part = true;
}

/* Processes the input as a line that has no end. */
static void process_operands(struct filter *f)
{
	filter_line(f, buf_pad(&f->messages, &f->lines.in), false);
	lines_end_run(&f->lines);
	lines_flush(&f->lines);
}

void filter_feed(struct filter *f, const char *name)
{
	begin_operands(f, name);
	for (int i = 0; i < f->n_operands; i++) {
		if (i)
			iri_buf_putc(&f->lines.in, '\t');
		read_operand(f, f->operands[i]);
	}
	process_operands(f);
	f->part = false;
}

void filter_feed_each(struct filter *f, const char *name)
{
	begin_operands(f, name);
	for (int i = 0; i < f->n_operands && !f->stop; i++) {
		read_operand(f, f->operands[i]);
		process_operands(f);
		lines_discard(&f->lines, f->lines.in.n);
	}
	f->part = false;
}

int filter_main(const struct filter_tool *tool, int argc, char **argv)
{
	struct filter f = {.tool = tool, .data = tool->data, .flags = tool->flags, .messages.tool = tool->name};
	const struct options *const o = &f.options;
	struct program program = {
		.summary = tool->summary,
		.operands = tool->operands,
		.input = tool->operands ? "Without operands, reads lines from standard input." : NULL,
		.refuses = tool->refuses,
		.refusal = tool->refusal,
		.checks = tool->checks,
		.fails = tool->fails ? tool->fails : "a line was invalid or, with -c, would change",
	};

	memcpy(program.tables, tool->tables, sizeof tool->tables);
	common_parse(&f.messages, &program, &f.options, argc, argv);
	f.operands = argv + optind;
	f.n_operands = argc - optind;
	f.messages.quiet = o->quiet;
	f.lines.reject.bytes = f.flags & FILTER_BYTES;
	lines_open(&f.lines, &f.messages, &f.options);
	f.whole_lines = !f.lines.charset && !o->field && !o->split;
	if (!tool->start || !tool->start(&f)) {
		char *standard_input[] = {"-"}, **const names = f.n_operands ? f.operands : standard_input;
		const int n = f.n_operands ? f.n_operands : 1;
		lines_check_inputs(&f.lines, n, names);
		for (int i = 0; i < n && !f.stop; i++)
			filter_file(&f, names[i]);
	}
	if (tool->finish) {
		tool->finish(&f);
		lines_flush(&f.lines);
	}
	lines_close(&f.lines);
	at_once_free(&f.at_once);
	iri_buf_free(&f.output);
	source_map_free(&f.reference.html);
	iri_buf_free(&f.reference.nfc);
	iri_buf_free(&f.messages.notes);
	iri_buf_free(&f.messages.note_offsets);
	return f.messages.status;
}
