/* SPDX-License-Identifier: ISC */
/*
 * Passes parsed references to a tool. The tool has one function for a reference, whose address it gives to
 * filter_reference and to filter_lines. These are inlined, so that each tool has a loop of its own without calls.
 */
#ifndef REFS_H
#define REFS_H

#include "fields.h"
#include "reference.h"

#include "lib/base/str.h"
#include "lib/ops/lines.h"

enum filter_result { FILTER_SAME, FILTER_CHANGED, FILTER_FAILED };

/*
 * A tool's function for ref, which was parsed without bidi controls and is padded. Returns FILTER_SAME if the output is
 * the reference itself. Else appends the output to filter_output(f, ref) and returns FILTER_CHANGED; with --check it
 * may append nothing, if the output certainly differs. After an error, returns FILTER_FAILED with *err set, and leaves
 * the output as it was. The filter may then call it again, for the message.
 */
typedef enum filter_result filter_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err);

/*
 * Ends the run of unchanged lines before ref, and returns the buffer for its output. Call it at most once for a ref,
 * and not before FILTER_SAME.
 */
IRI_INLINE struct iri_buf *filter_output(struct filter *f, const struct iri_ref *ref)
{
	struct lines *const l = &f->lines;

	if (!f->appends)
		return &f->output;
	const char *const line = f->rows.current ? f->rows.current->line : ref->text.p;
	if (l->run.p != line) {
		l->run.n = (size_t)(line - l->run.p);
		lines_end_run(l);
		l->run.p = line;
	}
	if (f->rows.current) {
		lines_flush_some(l); /* whole lines */
		f->row_made = l->out.n;
		iri_buf_add(&l->out, line, (size_t)(ref->text.p - line));
	}
	f->made = l->out.n;
	return &l->out;
}

/* Returns the reference as it was read, without white space at its ends. */
static inline struct iri_str filter_original(const struct filter *f, const struct iri_ref *ref)
{
	return f->in_lines ? ref->text : f->reference.trimmed;
}

/* Returns what a filter_ref returns after a function of the library that appends to filter_output. */
static inline enum filter_result filter_changed(enum iri_status status)
{
	return status == IRI_OK ? FILTER_CHANGED : FILTER_FAILED;
}

/*
 * For a tool's line function: calls process for ref, which was parsed from s: with views of s or, if the tool has
 * changed the text first, of another one.
 */
IRI_INLINE enum iri_status filter_parsed(struct filter *f, struct iri_str s, const struct iri_ref *ref,
                                         filter_ref *process, struct iri_str *out, struct iri_error *err)
{
	const enum filter_result result = process(f, ref, err);

	*out = result == FILTER_CHANGED ? iri_unless_same(&f->output, s) : ref->text;
	return result == FILTER_FAILED ? err->status : IRI_OK;
}

/* For a tool's line function: parses s, and calls process. */
IRI_INLINE enum iri_status filter_reference(struct filter *f, struct iri_str s, filter_ref *process,
                                            struct iri_str *out, struct iri_error *err)
{
	struct iri_ref ref;
	const enum iri_status status = iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI | IRI_PADDED, &ref, err);

	return status == IRI_OK ? filter_parsed(f, s, &ref, process, out, err) : status;
}

/* Ends the line of output that filter_output began. next: the start of the next line */
IRI_INLINE void filter_end_output(struct lines *l, const char *next)
{
	iri_buf_putc(&l->out, l->eol);
	l->run.p = next;
	if (l->out.n >= BLOCK)
		lines_flush(l);
}

/* The part of filter_take for --field. */
static inline bool filter_take_field(struct filter *f, const struct iri_ref *ref, enum filter_result result)
{
	struct lines *const l = &f->lines;

	if (!f->appends)
		return false;
	if (result == FILTER_FAILED || filter_breaks_fields(f, iri_added(&l->out, f->made))) {
		l->out.n = f->row_made;
		return false;
	}
	l->run.p = ref->text.p + ref->text.n;
	return true;
}

/*
 * Completes the output for ref, for which the tool returned something else than FILTER_SAME. next: the start of the
 * next line. Returns false if the tool's line function has to process the line again.
 */
static inline bool filter_take(struct filter *f, const struct iri_ref *ref, enum filter_result result, const char *next)
{
	if (f->rows.current)
		return filter_take_field(f, ref, result);
	if (result == FILTER_FAILED || (f->options.check && filter_has(f, FILTER_LISTS)))
		return false;
	if (f->appends) {
		filter_end_output(&f->lines, next);
	} else {
		if (!filter_has(f, FILTER_JUDGES) && !iri_same(iri_contents(&f->output), ref->text))
			message_raise(&f->messages, EXIT_INVALID);
		f->output.n = 0;
	}
	return true;
}

/*
 * For a tool's lines function: calls process for the references in the lines from p to end, up to the first line that
 * is no valid reference. Returns the start of that line, or of the line after the last one. If process fails, passes
 * the line to the tool's line function, and goes on. With --field, the references are the fields of the rows; then
 * stops at a row that fails.
 */
IRI_INLINE const char *filter_lines(struct filter *f, const char *p, const char *end, filter_ref *process)
{
	struct lines *const l = &f->lines;
	const struct row *row = f->rows.current;
	const bool direct = f->appends && !row; /* nothing is left to do for output but to end its line */
	struct iri_lines in = iri_lines(row ? row->field : p, end);
	struct iri_error err;
	struct iri_ref ref;
	uintmax_t lines = 0;

	f->output.n = 0;
	f->row_made = l->out.n;
	if (!l->run.n)
		l->run.p = p;
	while (iri_lines_next(&in, &ref)) {
		const enum filter_result result = process(f, &ref, &err);
		if (result == FILTER_CHANGED && direct) {
			filter_end_output(l, in.p);
		} else if (result != FILTER_SAME && !filter_take(f, &ref, result, in.p)) {
			if (row)
				break;
			filter_line_apart(f, p, in.p, lines);
			p = in.p;
			lines = 0;
			if (f->stop)
				break;
			continue;
		}
		p = in.p;
		lines++;
		if (row) {
			p = row->next;
			row = filter_end_row(f);
			f->row_made = l->out.n;
			iri_lines_move(&in, row->field);
		}
	}
	if (f->appends)
		l->run.n = (size_t)(p - l->run.p);
	f->messages.line += lines;
	return p;
}

#endif
