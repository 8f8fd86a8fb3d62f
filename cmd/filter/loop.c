/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "loop.h"

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
	const bool any = filter_has(f, FILTER_BYTES);
	struct iri_ref ref;

	if (!any && (!slashes || iri_parse(start, IRI_REQUIRE_SCHEME, &ref, NULL) != IRI_OK))
		return NULL;
	snprintf(text, size, "to give %s, pipe it in: printf '%%s\\n' %s | %s", any ? "a name" : "an IRI",
	         any ? "NAME" : "IRI", f->tool->name);
	return text;
}

/* Whether lines can be passed to the tool's lines function, with these options. */
static bool many_is_possible(const struct filter *f)
{
	const struct options *const o = &f->options;

	/* A CR that separates fields could be part of the line end. */
	return f->tool->lines && !f->lines.charset && !o->split && !o->located && !o->nfc && o->eol == '\n' &&
	       !o->csv && !(o->field && (o->html || o->separator[1] || *o->separator == '\r'));
}

/*
 * Returns the end of the lines from p on, whole lines up to end, that the tool's lines function may get: with --html,
 * up to the first line with "&". *special: what this function has returned before, or NULL
 */
static const char *find_end(const struct filter *f, const char *p, const char *end, const char **special)
{
	if (!f->options.html)
		return end;
	if (!*special || *special < p) {
		const char *line = iri_find_byte(p, end, '&');
		/* Most often it is in the first line. */
		if (!memchr(p, '\n', (size_t)(line - p)))
			line = p;
		while (line > p && line[-1] != '\n')
			line--;
		*special = line;
	}
	return *special;
}

/* Sets the rows to the next lines from p on, up to one without the field. Puts a newline after each field. */
static void find_rows(struct filter *f, const char *p, const char *end)
{
	const char separator = f->options.separator[0];
	struct rows *const r = &f->rows;
	struct row *row = r->row;

	for (; row < r->row + sizeof r->row / sizeof *r->row - 1 && p < end; row++) {
		const char *const eol = iri_find_byte(p, end, '\n'), *field = p;
		size_t n = 1;
		for (; n < f->options.field && (field = iri_find_byte(field, eol, separator)) < eol; n++)
			field++;
		if (n < f->options.field)
			break;
		char *const stop = f->lines.in.p + (iri_find_byte(field, eol, separator) - f->lines.in.p);
		*row = (struct row){p, field, stop, eol + 1};
		p = row->next;
	}
	r->current = r->row;
	r->end = row;
	for (struct row *ended = r->row; ended < r->end; ended++)
		*ended->end = '\n';
	if (row > r->row)
		row->field = row[-1].end + 1;
}

/*
 * Does what the tool's lines function does, for the fields of the lines. Rows remain if it leaves one to filter_line.
 * Then the next call goes on with the others.
 */
static const char *process_rows(struct filter *f, const char *p, const char *end)
{
	struct rows *const r = &f->rows;

	do {
		if (r->current == r->end)
			find_rows(f, p, end);
		if (r->current == r->end)
			return p;
		p = f->tool->lines(f, p, r->end->field);
	} while (r->current == r->end);
	filter_end_row(f);
	return p;
}

/* Processes the lines from p to end. Returns the start of the first that needs filter_line, or end. */
static const char *process_lines(struct filter *f, const char *p, const char *end)
{
	f->in_lines = true;
	f->appends = !f->options.check && !filter_has(f, FILTER_REPORTS);
	p = f->options.field ? process_rows(f, p, end) : f->tool->lines(f, p, end);
	f->in_lines = f->appends = false;
	return p;
}

/* Processes a file, or standard input for "-". If it cannot be opened or read, prints a message and returns. */
static void filter_file(struct filter *f, const char *name)
{
	struct lines *const l = &f->lines;
	char advice[128];
	const int fd = lines_open_input(l, name, operand_advice(f, name, advice, sizeof advice));
	const bool many = many_is_possible(f);
	size_t searched = 0; /* this many bytes at the start of the input contain no line end */
	bool more = true;

	if (fd < 0)
		return;
	lines_begin(l, true);
	while (more && !f->stop) {
		lines_flush(l); /* the read may block, and the reader of the output may wait for these lines */
		more = lines_fill(l, fd);
		const char *special = NULL;
		const char *p = l->in.p, *end = p + l->in.n, *eol;
		const char *from = p + searched, *whole_end = end; /* the end of the last whole line */
		while (whole_end > from && whole_end[-1] != l->eol)
			whole_end--;
		if (whole_end == from)
			whole_end = p;
		while (!f->stop) {
			/* Only filter_line removes a byte order mark. */
			const bool fast = many && p < whole_end &&
			                  (f->messages.line || !iri_begins_with_bom(iri_between(p, whole_end)));
			const char *const stop = fast ? find_end(f, p, whole_end, &special) : p;
			if (p < stop)
				p = from = process_lines(f, p, stop);
			if (f->stop)
				break;
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
	iri_buf_free(&f.output);
	source_map_free(&f.reference.html);
	iri_buf_free(&f.field);
	iri_buf_free(&f.reference.nfc);
	iri_buf_free(&f.messages.notes);
	iri_buf_free(&f.messages.note_offsets.buf);
	return f.messages.status;
}
