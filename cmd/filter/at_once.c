/* SPDX-License-Identifier: ISC */
#include "at_once.h"

#include "lib/base/str.h"

#include <string.h>

/* A line that has the field of --field. */
struct at_once_row {
	const char *line;  /* its start */
	const char *field; /* the start of its field */
	size_t n;          /* the length of the field */
};

bool at_once_is_possible(const struct filter *f)
{
	const struct options *const o = &f->options;

	/* A CR that separates fields could be part of the line end. */
	return (f->tool->skip || f->tool->convert) && !f->lines.charset && !o->split && !o->located && !o->nfc &&
	       o->eol == '\n' && !(o->field && (o->html || o->separator[1] || *o->separator == '\r'));
}

void at_once_begin(struct at_once *a)
{
	a->special = NULL;
}

void at_once_free(struct at_once *a)
{
	iri_buf_free(&a->fields);
	iri_buf_free(&a->rows);
	iri_buf_free(&a->output);
}

/* Passes lines to the tool's skip function. Returns the length of the skipped lines, and sets *lines to their count. */
static size_t at_once_skip(struct filter *f, const char *p, const char *end, size_t *lines)
{
	*lines = 0;
	const size_t n = f->tool->skip ? f->tool->skip(f->data, p, end, lines) : 0;
	f->messages.line += *lines;
	return n;
}

/* Puts skipped lines into the output. */
static void add_skipped(struct filter *f, const char *p, size_t n)
{
	struct iri_str *const run = &f->lines.run;

	if (!n || f->options.check || f->flags & FILTER_REPORTS)
		return;
	if (!run->n)
		run->p = p;
	run->n += n;
}

/*
 * Ends the run of skipped lines, and then passes lines to the tool's convert function, which appends to out; or, with
 * --check, to nothing. Returns the length of the converted lines, and sets *lines to their number.
 */
static size_t at_once_convert(struct filter *f, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	*lines = 0;
	lines_end_run(&f->lines);
	const size_t n = f->tool->convert(f->data, p, end, f->options.check ? NULL : out, lines);
	f->messages.line += *lines;
	/* The first of these lines would change; see filter.h. */
	if (n && f->options.check)
		message_raise(&f->messages, EXIT_INVALID);
	return n;
}

/*
 * Whether at_once_convert() may be called. With --field, only if fields are separated by tabs: no result contains a
 * tab, but it can contain any other separator, which filter_line must report.
 */
static bool converts(const struct filter *f)
{
	return f->tool->convert && (!f->options.field || f->options.separator[0] == '\t');
}

/* Processes whole lines, up to the first that needs filter_line. Returns its start, or end. */
static const char *process_lines(struct filter *f, const char *p, const char *end)
{
	size_t n, lines;

	do {
		n = at_once_skip(f, p, end, &lines);
		add_skipped(f, p, n);
		p += n;
		if (!converts(f) || p == end)
			break;
		n = at_once_convert(f, p, end, &f->lines.out, &lines);
		p += n;
		lines_flush_some(&f->lines);
	} while (n);
	return p;
}

/*
 * Returns the start of the first line from p on that contains c, or end. p is the start of a line. Keeps the answer
 * until the next read, so c must be the same in all calls.
 */
static const char *find_special(struct at_once *a, const char *p, const char *end, char c)
{
	if (a->special && a->special >= p)
		return a->special;
	const char *line = iri_find_byte(p, end, c);
	while (line > p && line[-1] != '\n')
		line--;
	return a->special = line;
}

/* Finds the field of --field in the line that ends at eol. Returns false if the line needs filter_line. */
static bool find_field(const struct options *o, const char *eol, struct at_once_row *row)
{
	const char *p = row->line;

	for (size_t i = 1; i < o->field; i++) {
		p = iri_find_byte(p, eol, o->separator[0]);
		if (p == eol)
			return false;
		p++;
	}
	row->field = p;
	row->n = (size_t)(iri_find_byte(p, eol, o->separator[0]) - p);
	/* A CR at the end may belong to the line end. */
	return !row->n || p[row->n - 1] != '\r';
}

/*
 * Begins a batch: collects the fields of lines from p on, until a line needs filter_line, or there are BLOCK bytes.
 * Returns the number of rows.
 */
static size_t at_once_collect(struct filter *f, const char *p, const char *end)
{
	struct at_once *const a = &f->at_once;
	const char *const start = p;
	size_t n = 0;

	a->fields.n = a->rows.n = a->next = a->at = 0;
	for (struct at_once_row row; p < end && p - start < BLOCK; n++) {
		const char *const eol = iri_find_byte(p, end, '\n');
		row.line = p;
		if (!find_field(&f->options, eol, &row))
			break;
		iri_buf_add(&a->fields, row.field, row.n);
		iri_buf_putc(&a->fields, '\n');
		iri_buf_add(&a->rows, (const char *)&row, sizeof row);
		p = eol + 1;
	}
	iri_buf_add(&a->rows, (const char *)&(struct at_once_row){.line = p}, sizeof(struct at_once_row));
	buf_pad(&f->messages, &a->fields);
	buf_check(&f->messages, &a->rows);
	return n;
}

/* Puts lines into the output, with their fields replaced by the lines of a->output. */
static void at_once_join(struct filter *f, const struct at_once_row *row, size_t n)
{
	struct iri_buf *const out = &f->lines.out;
	const char *p = f->at_once.output.p, *const end = p + f->at_once.output.n;

	for (; n; n--, row++) {
		const char *const eol = iri_find_byte(p, end, '\n'), *const rest = row->field + row->n;
		iri_buf_add(out, row->line, (size_t)(row->field - row->line));
		iri_buf_add(out, p, (size_t)(eol - p));
		iri_buf_add(out, rest, (size_t)(row[1].line - rest));
		p = eol + 1;
	}
}

/* Processes the fields of lines, in batches, up to the first that needs filter_line. Returns its start, or end. */
static const char *process_fields(struct filter *f, const char *p, const char *end)
{
	struct at_once *const a = &f->at_once;
	size_t n, lines;

	for (;;) {
		if (a->at == a->fields.n && (p == end || !at_once_collect(f, p, end)))
			return p;
		const struct at_once_row *const rows = (const void *)a->rows.p, *row = rows + a->next;
		const char *const fields = a->fields.p, *const fields_end = fields + a->fields.n;
		do {
			a->at += at_once_skip(f, fields + a->at, fields_end, &lines);
			add_skipped(f, row->line, (size_t)(row[lines].line - row->line));
			row += lines;
			if (!converts(f) || a->at == a->fields.n)
				break;
			a->output.n = 0;
			n = at_once_convert(f, fields + a->at, fields_end, &a->output, &lines);
			buf_check(&f->messages, &a->output);
			if (a->output.n)
				at_once_join(f, row, lines);
			row += lines;
			a->at += n;
			lines_flush_some(&f->lines);
		} while (n);
		p = row->line;
		a->next = (size_t)(row - rows);
		if (a->at < a->fields.n) {
			/* The caller processes this row. */
			a->next++;
			a->at += row->n + 1;
			return p;
		}
	}
}

const char *at_once_process(struct filter *f, const char *p, const char *end)
{
	struct at_once *const a = &f->at_once;
	const struct options *const o = &f->options;
	const char *stop = end;

	if (a->at < a->fields.n)
		return process_fields(f, p, end);
	if (o->html)
		stop = find_special(a, p, end, '&');
	else if (o->field)
		stop = o->field == 1 ? find_special(a, p, end, o->separator[0]) : p;
	p = stop > p ? process_lines(f, p, stop) : p;
	return o->field && p == stop ? process_fields(f, p, end) : p;
}
