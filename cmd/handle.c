/* SPDX-License-Identifier: ISC */
#include "handle.h"

#include "../lib/str.h"
#include "fields.h"

#include <stdio.h>
#include <string.h>

/* Whether the tool has one of these flags. */
static bool has(const struct filter *f, unsigned flags)
{
	return f->tool->flags & flags;
}

/* Prints a message about an error in the line, and what the user can do. text becomes what is wrong. */
static void say_error(struct filter *f, size_t off, const struct iri_error *err, char *text, size_t size)
{
	const char *hint = NULL;

	if (err->status == IRI_NO_MEMORY)
		message_die(&f->messages, NULL, "out of memory");
	iri_error_text(err, text, size);
	if (err->status == IRI_BAD_UTF8 && !f->options.charset)
		hint = "if the input is in another charset, name it with --charset";
	else if (err->status == IRI_BAD_CHAR && err->ch == 0 && f->options.eol)
		hint = "if lines end in NUL, use -z";
	else if (f->tool->hint)
		hint = f->tool->hint(f->tool->self, err);
	message_invalid(&f->messages, off, text, hint);
}

/*
 * Has the tool process one reference as it stands in the input. Returns IRI_OK if its output was appended;
 * IRI_UNCHANGED if that would be raw to the byte, white space included; or an error, with its offset in raw.
 */
static enum iri_status process(struct filter *f, struct iri_str raw, struct iri_error *err)
{
	struct reference *const r = &f->reference;
	const struct iri_str s = reference_prepare(r, raw);
	enum iri_status status = f->tool->line(f->tool->self, f, s, &f->lines.out, err);
	if (status == IRI_UNCHANGED && !(s.n == raw.n && (s.p == raw.p || !s.n || !memcmp(s.p, raw.p, s.n)))) {
		iri_buf_add(&f->lines.out, s.p, s.n);
		status = IRI_OK;
	}
	if (status > IRI_UNCHANGED)
		reference_lead_back(r, &err->off, 1);
	if (f->messages.n_notes) {
		reference_lead_back(r, f->messages.note_offsets, f->messages.n_notes);
		message_print_notes(&f->messages, (size_t)(raw.p - f->messages.place.text.p));
	}
	return status;
}

/* Whether what the tool made of a field, from byte `from` of the output on, would count as several fields. */
static bool breaks_fields(const struct filter *f, size_t from)
{
	const struct iri_buf *out = &f->lines.out;

	if (!f->options.field || (has(f, FILTER_COLUMNS) && !strcmp(f->options.separator, "\t")))
		return false;
	return fields_has_separator(&f->options, (struct iri_str){out->p + from, out->n - from});
}

/*
 * Does with an invalid line what --invalid and --reject ask for. before and after are its other fields, given the
 * reference between them, as the tool got it. why says what is wrong with it, or is NULL if there is none.
 */
static void reject(struct filter *f, struct iri_str line, struct iri_str before, struct iri_str after,
                   struct iri_str given, const char *why)
{
	enum invalid wanted = f->options.invalid;
	struct lines *const l = &f->lines;

	if (wanted == INVALID_UNSAID)
		wanted = has(f, FILTER_KEEPS_INVALID) ? INVALID_KEEP : INVALID_EMPTY;
	lines_end_run(l);
	if (l->reject.fd >= 0)
		reject_add(&l->reject, line, f->part, l->is_file);
	if (wanted == INVALID_STOP)
		f->stop = true;
	if (f->options.check || has(f, FILTER_REPORTS))
		return;
	if (wanted == INVALID_KEEP)
		lines_add(l, line);
	if (wanted == INVALID_EMPTY) {
		iri_buf_add(&l->out, before.p, before.n);
		const size_t made = l->out.n;
		if (why && f->tool->invalid) {
			f->tool->invalid(f->tool->self, given, why, &l->out);
			if (breaks_fields(f, made))
				l->out.n = made;
		}
		lines_add(l, after);
	}
}

/* Handles a line that is invalid, only checked, or lacks its end. */
static void settle(struct filter *f, struct iri_str line, struct iri_str field, enum iri_status status, bool breaks,
                   const struct iri_error *err)
{
	const struct iri_str before = {line.p, (size_t)(field.p - line.p)};
	const struct iri_str after = {field.p + field.n, (size_t)(line.p + line.n - field.p) - field.n};
	const size_t from = (size_t)(field.p - f->messages.place.text.p);
	char text[256] = "the result contains the separator of fields";

	if (breaks) {
		message_invalid(&f->messages, from, text, "use another with -d");
	} else if (f->options.check && status <= IRI_UNCHANGED) {
		if (status == IRI_OK && !has(f, FILTER_JUDGES))
			message_raise(&f->messages, EXIT_INVALID);
		if (status == IRI_OK && has(f, FILTER_LISTS))
			lines_add(&f->lines, line);
		return;
	} else if (status == IRI_UNCHANGED) {
		lines_end_run(&f->lines);
		lines_add(&f->lines, line);
		return;
	} else {
		say_error(f, from + err->off, err, text, sizeof text);
	}
	reject(f, line, before, after, f->reference.given, text);
}

/* The tool's report on a line, or a field of it. */
static void report_line(struct filter *f, struct iri_str line, struct iri_str field)
{
	const size_t start = f->lines.out.n;
	const struct iri_str none = {line.p, 0};
	struct iri_error err;
	enum iri_status status = process(f, field, &err);

	if (status == IRI_NO_MEMORY)
		message_die(&f->messages, NULL, "out of memory");
	if (f->options.check)
		f->lines.out.n = start;
	if (status > IRI_UNCHANGED)
		reject(f, line, none, none, none, NULL);
}

/*
 * One line of output: the line with its field processed. The field is usually the whole line. ended:
 * the line's end stands behind it in the input.
 */
static inline void handle(struct filter *f, struct iri_str line, struct iri_str field, bool ended)
{
	const struct iri_str before = {line.p, (size_t)(field.p - line.p)};
	const struct iri_str after = {field.p + field.n, (size_t)(line.p + line.n - field.p) - field.n};
	struct iri_buf *const out = &f->lines.out;
	struct iri_str *const run = &f->lines.run;
	struct iri_error err;

	if (has(f, FILTER_REPORTS)) {
		report_line(f, line, field);
		return;
	}
	/*
	 * The tool appends its output behind what is there. Lines of the run come before it, and are only copied
	 * if this line ends the run; most don't. So leave room for them, to be filled or taken back.
	 */
	const size_t start = out->n;
	if (!iri_buf_reserve(out, run->n + before.n))
		message_die(&f->messages, NULL, "out of memory");
	out->n += run->n;
	if (before.n)
		iri_buf_add(out, before.p, before.n);
	const size_t made = out->n;
	enum iri_status status = process(f, field, &err);

	if (status == IRI_UNCHANGED && ended && !f->options.check) {
		out->n = start;
		if (!run->n)
			run->p = line.p;
		run->n += line.n + 1;
		return;
	}
	const bool breaks = status == IRI_OK && breaks_fields(f, made);
	if (status == IRI_OK && !f->options.check && !breaks) {
		if (run->n)
			memcpy(out->p + start, run->p, run->n);
		run->n = 0;
		lines_add(&f->lines, after);
		return;
	}
	out->n = start;
	settle(f, line, field, status, breaks, &err);
}

static void handle_field(struct filter *f, struct iri_str line, bool ended)
{
	struct iri_str field;
	char why[96];

	if (fields_find(&f->options, line, &field, why, sizeof why)) {
		handle(f, line, field, ended);
		return;
	}
	message_invalid(&f->messages, (size_t)(field.p - line.p), why, NULL);
	/* There is no field to become empty: the whole line is other fields. */
	reject(f, line, line, (struct iri_str){line.p + line.n, 0}, line, NULL);
}

static void handle_split(struct filter *f, struct iri_str line, bool ended)
{
	struct iri_str rest = filter_trim(line);

	if (rest.n == line.n && !memchr(rest.p, ' ', rest.n)) {
		handle(f, line, line, ended);
		return;
	}
	lines_end_run(&f->lines);
	f->part = true;
	do {
		const struct iri_str s = fields_cut(&rest);
		handle(f, s, s, false);
		lines_flush_some(&f->lines); /* a line may have any number of them */
	} while (rest.n && !f->stop);
	f->part = false;
	/* Even if no reference was changed, the line was. */
	if (f->options.check && !has(f, FILTER_JUDGES | FILTER_REPORTS))
		message_raise(&f->messages, EXIT_INVALID);
}

/* A line with bytes that are not in its charset is invalid as a whole: none of its text is certain. */
static void handle_undecoded(struct filter *f, struct iri_str line)
{
	const struct charset *const charset = f->lines.charset;
	const char *mark = memchr(line.p, 0xFF, line.n);
	struct iri_buf unmarked = {0};
	char text[128];

	if (mark + 1 < line.p + line.n && mark[1] != CHARSET_SUBSTITUTE && charset_is_bytes(charset))
		snprintf(text, sizeof text, "byte 0x%02X, not in the charset named, or cut short",
		         (unsigned char)mark[1]);
	else
		snprintf(text, sizeof text, "not in the charset named, or cut short");
	message_invalid(&f->messages, (size_t)(mark - line.p), text, NULL);
	charset_unmark(charset, line, &unmarked);
	const struct iri_str plain = buf_pad(&f->messages, &unmarked), none = {plain.p, 0};
	reject(f, plain, none, (struct iri_str){plain.p + plain.n, 0}, filter_trim(plain), text);
	iri_buf_free(&unmarked);
}

void handle_line(struct filter *f, const char *p, size_t n, bool ended)
{
	/* A byte order mark is a signature of the file, not part of its text (RFC 3629, section 6). */
	if (!f->messages.place.line && f->lines.is_file && iri_begins_with_bom((struct iri_str){p, n})) {
		p += 3;
		n -= 3;
		if (!n && !ended)
			return; /* the file has nothing else */
	}
	const struct iri_str line = {p, n};
	message_next_line(&f->messages, line);
	if (f->whole)
		handle(f, line, line, ended);
	else if (f->lines.charset && memchr(p, 0xFF, n))
		handle_undecoded(f, line);
	else if (f->options.field)
		handle_field(f, line, ended);
	else if (f->options.split)
		handle_split(f, line, ended);
	else
		handle(f, line, line, ended);
	lines_flush_some(&f->lines);
}
