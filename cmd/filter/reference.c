/* SPDX-License-Identifier: ISC */
#include "reference.h"

#include "cmd/base/charref.h"
#include "lib/base/str.h"
#include "lib/unicode/nfc.h"

#include <stdio.h>
#include <string.h>

/* Whether --nfc is set, and the filter has to do it, not the tool. */
static bool needs_nfc(const struct filter *f)
{
	return f->options.nfc && !filter_has(f, FILTER_OWN_NFC);
}

/* For --html and --nfc: resolves character references in the current reference, normalizes it, and returns it. */
static struct iri_str reference_convert(struct filter *f)
{
	struct reference *const r = &f->reference;

	r->resolved = r->trimmed;
	if (f->options.html) {
		source_map_clear(&r->html);
		charref_resolve(r->trimmed, CHARREF_ATTRIBUTE, 0, &r->html);
		buf_check(&f->messages, &r->html.list.buf);
		r->resolved = buf_pad(&f->messages, &r->html.text);
		if (!filter_has(f, FILTER_UNTRIMMED))
			r->resolved = filter_trim(r->resolved);
	}
	if (!needs_nfc(f))
		return r->resolved;
	r->nfc.n = 0;
	iri_nfc(r->resolved, &r->nfc, NULL);
	return buf_pad(&f->messages, &r->nfc);
}

/*
 * Changes n ascending byte offsets, stored in `offsets`, from those in the tool's text to those in the reference as
 * read. Repeats the normalization of reference_convert() to find them.
 */
static void locate_in_raw(struct filter *f, size_t *offsets, size_t n)
{
	struct reference *const r = &f->reference;
	struct iri_offsets at = {offsets, n, 0};

	if (needs_nfc(f)) {
		r->nfc.n = 0;
		iri_nfc(r->resolved, &r->nfc, &at);
	}
	if (f->options.html && r->html.text.n)
		for (size_t i = 0; i < n; i++)
			offsets[i] = source_map_start(&r->html, offsets[i] + (size_t)(r->resolved.p - r->html.text.p));
	for (size_t i = 0; i < n; i++)
		offsets[i] += (size_t)(r->trimmed.p - r->raw.p);
	if (r->content.p)
		csv_locate(r->content, offsets, n);
}

/* Returns the offset in the line of the text in which locate_in_raw gives offsets. */
static size_t raw_offset(const struct filter *f)
{
	const struct reference *const r = &f->reference;

	return (size_t)((r->content.p ? r->content.p : r->raw.p) - f->messages.place.text.p);
}

void filter_locate(struct filter *f, size_t *offsets, size_t n)
{
	locate_in_raw(f, offsets, n);
	for (size_t i = 0; i < n; i++)
		offsets[i] += raw_offset(f);
}

/*
 * Prints a message about an error at byte off of the line, with a hint that tells the user what to do. Writes the
 * error's text, without the hint, to `text`. Ends the program if the error is that memory ran out.
 */
static void print_error(struct filter *f, size_t off, const struct iri_error *err, char *text, size_t size)
{
	const char *hint = NULL;

	if (err->status == IRI_NO_MEMORY)
		message_die(&f->messages, NULL, "out of memory");
	if (f->fault) {
		iri_str_copy(iri_str_of(f->fault), text, size);
	} else {
		iri_error_text(err, text, size);
		if (err->status == IRI_BAD_UTF8 && !f->options.charset)
			hint = "if the input is in another charset, name it with --charset";
		else if (err->status == IRI_BAD_CHAR && err->ch == 0 && f->options.eol)
			hint = "if lines end in NUL, use -z";
		else if (f->tool->hint)
			hint = f->tool->hint(f, err);
	}
	message_invalid(&f->messages, off, text, hint);
}

/*
 * Passes one reference, raw as it was read, to the tool. Returns IRI_OK, with *out set to the output: raw itself if the
 * output equals it in every byte, white space included. Or returns an error, with its offset in raw.
 */
static enum iri_status process(struct filter *f, struct iri_str raw, struct iri_str *out, struct iri_error *err)
{
	struct reference *const r = &f->reference;
	struct iri_str s = raw;

	if (!filter_has(f, FILTER_UNTRIMMED | FILTER_BYTES))
		s = filter_trim(raw);
	else if (!filter_has(f, FILTER_BYTES) && raw.n && raw.p[raw.n - 1] == '\r' && f->options.eol == '\n')
		s.n--;
	r->raw = raw;
	r->trimmed = s;
	if (f->options.html || f->options.nfc)
		s = reference_convert(f);
	r->given = s;
	f->output.n = 0;
	f->fault = NULL;
	*out = s;
	const enum iri_status status = f->tool->line(f, s, out, err);
	buf_check(&f->messages, &f->output);
	if (status != IRI_OK)
		locate_in_raw(f, &err->off, 1);
	else if (out->p == s.p && iri_same(*out, raw))
		*out = raw;
	if (f->messages.n_notes) {
		locate_in_raw(f, f->messages.note_offsets.item, f->messages.n_notes);
		message_print_notes(&f->messages, raw_offset(f));
	}
	return status;
}

bool filter_breaks_fields(const struct filter *f, struct iri_str out)
{
	/* A field of CSV gets quotation marks if it needs them. */
	if (!f->options.field || f->options.csv)
		return false;
	if (filter_has(f, FILTER_COLUMNS) && !strcmp(f->options.separator, "\t"))
		return false;
	return out.n && options_separator(&f->options, out.p, out.p + out.n);
}

void reference_reject(struct filter *f, struct iri_str line, struct iri_str field, struct iri_str given,
                      const char *why)
{
	enum invalid wanted = f->options.invalid;
	struct lines *const l = &f->lines;

	if (wanted == INVALID_UNSET)
		wanted = filter_has(f, FILTER_KEEPS_INVALID) ? INVALID_KEEP : INVALID_EMPTY;
	lines_end_run(l);
	if (l->reject.fd >= 0)
		reject_add(&l->reject, line, f->part, l->is_file);
	if (wanted == INVALID_STOP)
		f->stop = true;
	if (f->options.check || filter_has(f, FILTER_REPORTS))
		return;
	if (wanted == INVALID_KEEP)
		lines_add(l, line);
	if (wanted == INVALID_EMPTY) {
		iri_buf_add(&l->out, line.p, (size_t)(field.p - line.p));
		const size_t made = l->out.n;
		if (why && f->tool->invalid && f->options.csv) {
			iri_buf_clear(&f->output);
			f->tool->invalid(f, given, why, &f->output);
			csv_add(&l->out, iri_contents(&f->output), f->options.separator, f->csv_line.quoted);
		} else if (why && f->tool->invalid) {
			f->tool->invalid(f, given, why, &l->out);
			if (filter_breaks_fields(f, iri_added(&l->out, made)))
				l->out.n = made;
		}
		lines_add(l, iri_between(field.p + field.n, line.p + line.n));
	}
}

/* Prints the tool's report on a line, or on a field of it, which has this text: for FILTER_REPORTS. */
static void report_line(struct filter *f, struct iri_str line, struct iri_str field, struct iri_str text)
{
	struct iri_str out;
	struct iri_error err;
	const enum iri_status status = process(f, text, &out, &err);

	if (status == IRI_NO_MEMORY)
		message_die(&f->messages, NULL, "out of memory");
	if (!f->options.check)
		iri_buf_add(&f->lines.out, f->output.p, f->output.n);
	if (status != IRI_OK)
		reference_reject(f, line, field, field, NULL);
}

/*
 * For --check, with a valid line: if the line would change, raises the exit status (a tool with FILTER_JUDGES raises it
 * itself) and, with FILTER_LISTS, prints the line. same: the line would not change
 */
static void check_line(struct filter *f, struct iri_str line, bool same)
{
	if (!same && !filter_has(f, FILTER_JUDGES))
		message_raise(&f->messages, EXIT_INVALID);
	if (!same && filter_has(f, FILTER_LISTS))
		lines_add(&f->lines, line);
}

void reference_handle(struct filter *f, struct iri_str line, struct iri_str field, struct iri_str content, bool ended)
{
	struct lines *const l = &f->lines;
	struct iri_error err;
	struct iri_str out;
	char text[256] = "the result contains the field separator";

	if (filter_has(f, FILTER_REPORTS)) {
		report_line(f, line, field, content);
		return;
	}
	const enum iri_status status = process(f, content, &out, &err);
	const bool same = out.p == content.p && out.n == content.n;
	if (status != IRI_OK) {
		print_error(f, raw_offset(f) + err.off, &err, text, sizeof text);
	} else if (!same && filter_breaks_fields(f, out)) {
		message_invalid(&f->messages, raw_offset(f), text, "choose another separator with -d");
	} else if (f->options.check) {
		check_line(f, line, same);
		return;
	} else if (same) {
		lines_pass(l, line, ended);
		return;
	} else {
		lines_end_run(l);
		iri_buf_add(&l->out, line.p, (size_t)(field.p - line.p));
		if (f->options.csv)
			csv_add(&l->out, out, f->options.separator, f->csv_line.quoted);
		else
			iri_buf_add(&l->out, out.p, out.n);
		lines_add(l, iri_between(field.p + field.n, line.p + line.n));
		return;
	}
	reference_reject(f, line, field, f->reference.given, text);
}
