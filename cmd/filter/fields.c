/* SPDX-License-Identifier: ISC */
#include "fields.h"

#include "reference.h"

#include "lib/base/str.h"

#include <stdio.h>
#include <string.h>

/* Processes a field that is the text itself; see reference_handle. */
static inline void handle(struct filter *f, struct iri_str line, struct iri_str field, bool ended)
{
	reference_handle(f, line, field, field, ended);
}

/* Prints a message about byte off of `text`, the end of the line, which has no field to process: all of it stays. */
static void refuse_fields(struct filter *f, struct iri_str line, size_t off, const char *why, const char *hint)
{
	message_invalid(&f->messages, off, why, hint);
	reference_reject(f, line, iri_between(line.p + line.n, line.p + line.n), line, NULL);
}

/* Refuses a line without the field of --field. n: the number of its fields */
static void refuse_missing(struct filter *f, struct iri_str line, size_t off, size_t wanted, size_t n)
{
	const struct options *const o = &f->options;
	const char *const separator = !strcmp(o->separator, "\t")              ? "TAB (see -d)"
	                              : o->csv && !strcmp(o->separator, ",") ? "commas (see -d)"
	                                                                     : "the character of -d";
	char why[128];

	snprintf(why, sizeof why, "field %zu is missing; the %s has only %zu; fields are separated by %s", wanted,
	         o->csv ? "record" : "line", n, separator);
	refuse_fields(f, line, off, why, NULL);
}

/* What a user could have meant */
struct field_names {
	struct similar s;
	struct iri_buf word;
	char best[64];
};

/* For csv_find_name: adds a name of a field to those that the user could have meant. */
static void add_field_name(void *arg, struct iri_str name)
{
	struct field_names *const names = arg;
	const struct iri_str best = names->s.best;

	iri_buf_clear(&names->word);
	iri_buf_add(&names->word, name.p, name.n);
	iri_buf_putc(&names->word, '\0');
	if (names->word.failed || name.n > 64 || memchr(names->word.p, '|', names->word.n))
		return;
	similar_add(&names->s, names->word.p);
	if (names->s.best.p == best.p)
		return;
	/* The best name is in the buffer of the current one: keep it. */
	memcpy(names->best, names->s.best.p, names->s.best.n);
	names->s.best.p = names->best;
}

/* Reads the first line of a file, which has the names of the fields. Ends the program if the wanted name is missing. */
static void read_header(struct filter *f, struct iri_str header)
{
	const struct options *const o = &f->options;
	const struct iri_str name = iri_str_of(o->column);
	struct field_names names = {.s.word = name};
	struct iri_buf text = {0};

	f->csv.number = csv_find_name(o->separator, header, name, &f->field, add_field_name, &names);
	buf_check(&f->messages, &f->field);
	iri_buf_free(&names.word);
	if (!f->csv.number)
		filter_die(f, f->messages.place.file,
		           options_unknown(&text, "field", &names.s, "the first line has the names"));
}

/* Processes the field of `text`, the end of the line, that --field names. A line without it is invalid. */
static void handle_field(struct filter *f, struct iri_str line, struct iri_str text, bool ended)
{
	const struct options *const o = &f->options;
	const char *p = text.p, *end = text.p + text.n, *next;
	size_t n = 1;

	/* In a CRLF file the CR belongs to the line end, not to the last field. */
	if (o->eol == '\n' && !filter_has(f, FILTER_BYTES) && text.n && end[-1] == '\r')
		end--;
	while ((next = options_separator(o, p, end)) && n < o->field) {
		p = next + strlen(o->separator);
		n++;
	}
	if (n == o->field) {
		handle(f, line, iri_between(p, next ? next : end), ended);
		return;
	}
	refuse_missing(f, line, (size_t)(end - text.p), o->field, n);
}

/*
 * Removes the first reference, and the spaces after it, from a line of several, and returns the reference, trimmed like
 * a line (2011 draft, section 4, steps 1 and 2). So in a reject file, where it is a line, it is the same reference.
 */
static struct iri_str cut_reference(struct iri_str *rest)
{
	const char *p = rest->p, *end = p + rest->n, *space = memchr(p, ' ', rest->n);
	const struct iri_str first = iri_between(p, space ? space : end);

	for (p = first.p + first.n; p < end && *p == ' ';)
		p++;
	*rest = iri_between(p, end);
	return filter_trim(first);
}

/* Processes each reference of a line of several, for --split. */
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
		const struct iri_str s = cut_reference(&rest);
		handle(f, s, s, false);
		lines_flush_some(&f->lines); /* a line may have any number of references */
	} while (rest.n && !f->stop);
	f->part = false;
	/* The line was split, so it was changed even if no reference was. */
	if (f->options.check && !filter_has(f, FILTER_JUDGES | FILTER_REPORTS))
		message_raise(&f->messages, EXIT_INVALID);
}

/* Whether a line has bytes that are not in the charset of the input. */
static bool is_undecoded(const struct filter *f, struct iri_str line)
{
	return f->lines.charset && charset_find_error(line);
}

/*
 * Handles a line with bytes that are not in its charset. It is invalid as a whole: none of its text is certain. field:
 * the line, or its end that has all these bytes
 */
static void handle_undecoded(struct filter *f, struct iri_str line, struct iri_str field)
{
	const struct charset *const charset = f->lines.charset;
	const size_t before = (size_t)(field.p - line.p);
	const char *const error = iri_find_byte(field.p, line.p + line.n, CHARSET_ERROR);
	struct iri_buf bytes = {0};
	char text[128];

	if (error + 1 < line.p + line.n && charset_is_bytes(charset))
		snprintf(text, sizeof text, "byte 0x%02X is not valid in the input charset", (unsigned char)error[1]);
	else
		snprintf(text, sizeof text, "the text here is not valid in the input charset");
	message_invalid(&f->messages, (size_t)(error - field.p), text, "check --charset");
	charset_remove_errors(charset, line, &bytes);
	const struct iri_str original = buf_pad(&f->messages, &bytes);
	field = (struct iri_str){original.p + before, original.n - before};
	reference_reject(f, original, field, filter_trim(field), text);
	iri_buf_free(&bytes);
}

/* Processes the field of `text`, the end of a line of CSV. */
static void handle_csv(struct filter *f, struct iri_str line, struct iri_str text, bool ended)
{
	const struct options *const o = &f->options;
	struct csv_line *const found = &f->csv_line;
	struct iri_str whole = text;

	/* In a CRLF file the CR belongs to the line end, not to the last field. */
	if (o->eol == '\n' && !filter_has(f, FILTER_BYTES) && text.n && text.p[text.n - 1] == '\r')
		whole.n--;
	if (f->messages.line == 1 || !f->csv.separator) {
		f->csv = (struct csv){.separator = o->separator, .number = o->column ? 0 : o->field};
		if (o->column)
			read_header(f, whole);
	}
	const bool is_header = o->column && f->messages.line == 1;
	csv_read(&f->csv, whole, found);
	f->reference.content = (struct iri_str){NULL, 0};
	if (is_undecoded(f, text)) {
		found->quoted = false;
		handle_undecoded(f, line, text);
	} else if (found->found == CSV_PASS || (is_header && found->found == CSV_FOUND)) {
		if (!o->check && !filter_has(f, FILTER_REPORTS))
			lines_pass(&f->lines, line, ended);
	} else if (found->found == CSV_MISSING) {
		refuse_missing(f, line, whole.n, f->csv.number, found->n);
	} else if (found->found == CSV_BROKEN) {
		refuse_fields(f, line, found->off, "the field goes on in the next line", "no link has a line end");
	} else if (found->found == CSV_FAULT) {
		refuse_fields(f, line, found->off, "a quoted field has ended here", "in it, write \" as \"\"");
	} else if (found->quoted && memchr(found->content.p, '"', found->content.n)) {
		iri_buf_clear(&f->field);
		csv_decode(found->content, &f->field);
		f->reference.content = found->content;
		reference_handle(f, line, found->field, buf_pad(&f->messages, &f->field), ended);
	} else {
		reference_handle(f, line, found->field, found->content, ended);
	}
}

/* Processes `text`, which is the line, or the part of it after its place. place.text must be the same. */
static void handle_text(struct filter *f, struct iri_str line, struct iri_str text, bool ended)
{
	if (f->whole_lines)
		handle(f, line, text, ended);
	else if (f->options.csv)
		handle_csv(f, line, text, ended);
	else if (is_undecoded(f, text))
		handle_undecoded(f, line, text);
	else if (f->options.field)
		handle_field(f, line, text, ended);
	else if (f->options.split)
		handle_split(f, line, ended);
	else
		handle(f, line, text, ended);
}

/*
 * Reads a decimal number and the colon after it. Returns the text after the colon, or NULL if there is no number or if
 * it is 0 or too large: a column plus the length of a line must fit into size_t.
 */
static const char *fields_read_number(const char *p, const char *end, size_t *number)
{
	size_t n = 0;

	for (; p < end && *p >= '0' && *p <= '9'; p++)
		if ((n = 10 * n + (size_t)(*p - '0')) > SIZE_MAX / 16)
			return NULL;
	*number = n;
	return n && p < end && *p == ':' ? p + 1 : NULL;
}

/*
 * For --located: finds FILE:LINE: or FILE:LINE:COL: at the start of a line. FILE ends before the first ":LINE:". No
 * reference begins with "COL:" (RFC 3986, sections 3.1 and 4.2). Copies FILE to f->file and stores the place in *place,
 * with the rest of the line as its text. Returns false if the line does not begin so.
 */
static bool find_place(struct filter *f, struct iri_str line, struct place *place)
{
	const char *const end = line.p + line.n, *p = line.p, *rest = NULL, *after;
	size_t number;

	while ((p = memchr(p, ':', (size_t)(end - p))) && !(rest = fields_read_number(p + 1, end, &number)))
		p++;
	const size_t n = rest ? (size_t)(p - line.p) : 0;
	if (!n || n >= sizeof f->file || memchr(line.p, 0, n) || is_undecoded(f, iri_between(line.p, p)))
		return false;
	memcpy(f->file, line.p, n);
	f->file[n] = '\0';
	place->file = f->file;
	place->line = number;
	after = fields_read_number(rest, end, &place->column);
	if (after)
		rest = after;
	else
		place->column = 1;
	/* A byte order mark at the start of FILE is no part of its text, either. */
	if (number == 1 && place->column == 1 && iri_begins_with_bom(iri_between(rest, end)))
		rest += 3;
	place->text = iri_between(rest, end);
	return true;
}

/* For --located: processes a line that begins with a place. Messages name that place. */
static void handle_located(struct filter *f, struct iri_str line, bool ended)
{
	struct place *const place = &f->messages.place;
	const char *const file = place->file, *const why = "the line does not begin with FILE:LINE: or FILE:LINE:COL:";

	if (find_place(f, line, place)) {
		handle_text(f, line, place->text, ended);
		place->file = file;
	} else if (is_undecoded(f, line)) {
		handle_undecoded(f, line, line);
	} else {
		message_invalid(&f->messages, 0, why, "print such lines with 'irigrep -n' or 'grep -Hn'");
		reference_reject(f, line, line, filter_trim(line), why);
	}
}

void filter_line_apart(struct filter *f, const char *line, const char *next, uintmax_t lines)
{
	struct lines *const l = &f->lines;
	const bool appends = f->appends;

	if (appends)
		l->run.n = (size_t)(line - l->run.p);
	f->messages.line += lines;
	f->in_lines = f->appends = false;
	filter_line(f, iri_between(line, next - 1), true);
	f->in_lines = true;
	f->appends = appends;
	f->output.n = 0;
	if (!l->run.n)
		l->run.p = next;
}

void filter_line(struct filter *f, struct iri_str line, bool ended)
{
	/* A byte order mark is a signature of the file, not part of its text (RFC 3629, section 6). */
	if (!f->messages.line && f->lines.is_file && !filter_has(f, FILTER_BYTES) && iri_begins_with_bom(line)) {
		line.p += 3;
		line.n -= 3;
		if (!line.n && !ended)
			return; /* the file has nothing else */
	}
	message_next_line(&f->messages, line);
	if (f->options.located)
		handle_located(f, line, ended);
	else
		handle_text(f, line, line, ended);
	lines_flush_some(&f->lines);
}
